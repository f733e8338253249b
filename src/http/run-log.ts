import { randomUUID } from 'node:crypto';
import type { CrawlProgress } from '../crawl/engine/crawl-progress.ts';

/** What happened to a run. */
export interface RunUpdate {
  readonly project: string;
  readonly run: number;
  readonly state: 'running' | 'finished' | 'paused' | 'failed';
  readonly reason: string | null;
  /** In ISO 8601. */
  readonly until: string | null;
  readonly progress: CrawlProgress;
}

type RunUpdateKind = 'started' | 'progress' | 'waiting' | 'ended' | 'settled';

interface LoggedUpdate {
  /** Includes the id of this process: numbers of another process cannot be compared with these. */
  readonly id: string;
  readonly kind: RunUpdateKind;
  readonly update: RunUpdate;
}

/** Number of updates that a client can read again after its connection broke. */
const KEPT = 5000;

/** The events of all runs, for all readers. A slow reader costs nothing: each reader is only a position in one shared list. */
export class RunLog {
  readonly #process = randomUUID().slice(0, 8);
  #kept: LoggedUpdate[] = [];
  /** The number of the first update that is kept. */
  #first = 1;
  #more = Promise.withResolvers<void>();
  #isClosed = false;

  add(kind: RunUpdateKind, update: RunUpdate): void {
    this.#kept.push({ id: this.#idOf(this.#next), kind, update });
    if (this.#kept.length >= 2 * KEPT) {
      this.#kept = this.#kept.slice(-KEPT);
      this.#first = this.#next - KEPT;
    }
    this.#wake();
  }

  /** The id of the newest update. */
  get last(): string {
    return this.#idOf(this.#next - 1);
  }

  /** The updates after this id, present and future, until the signal or `close`; null when some of them are no longer kept. */
  after(id: string, signal: AbortSignal): AsyncGenerator<LoggedUpdate> | null {
    const [process, number] = [id.slice(0, 8), Number(id.slice(9))];
    if (process !== this.#process || !(number >= this.#first - 1 && number < this.#next)) return null;
    return this.#read(number + 1, signal);
  }

  /** Ends all readers. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  get #next(): number {
    return this.#first + this.#kept.length;
  }

  #idOf(number: number): string {
    return `${this.#process}-${number}`;
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }

  /** A reader that is so slow that it misses updates is ended; its client connects again. */
  async *#read(from: number, signal: AbortSignal): AsyncGenerator<LoggedUpdate> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    for (let number = from; !signal.aborted && number >= this.#first; ) {
      const found = this.#kept[number - this.#first];
      if (found !== undefined) {
        yield found;
        number++;
      } else if (this.#isClosed) return;
      else await Promise.race([this.#more.promise, aborted.promise]);
    }
  }
}
