import type { Frontier } from '../tables/frontier.ts';
import type { QueuedPage } from '../tables/records.ts';
import { HostQueue } from './host-queue.ts';
import { ReadyHosts } from './ready-hosts.ts';

interface WaitingPagesOptions {
  readonly frontier: Frontier;
  readonly runId: number;
  /** When the next request to a host may start; Infinity when another one has to finish first. */
  readonly nextStart: (host: string, now: number) => number;
  /** Called when the frontier has answered, and `take` may have more. */
  readonly onLoaded: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** The pages of the frontier: chooses the next host, and the next page of that host. */
export class WaitingPages {
  readonly #options: WaitingPagesOptions;
  readonly #hosts = new Map<string, HostQueue>();
  readonly #ready = new ReadyHosts();
  /** Pages under way, to be tried again, or not committed yet: the frontier still lists them. */
  readonly #taken = new Set<number>();
  #loading = 0;
  /** Pages in the windows of all hosts. */
  #buffered = 0;

  constructor(options: WaitingPagesOptions) {
    this.#options = options;
  }

  get hosts(): number {
    return this.#hosts.size;
  }

  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** Whether no page is in memory, and none is being loaded. */
  get isStarving(): boolean {
    return this.#buffered === 0 && this.#loading === 0;
  }

  /** When the next host that has to wait may be asked again; Infinity when there is none. */
  get nextAt(): number {
    return this.#ready.nextAt;
  }

  /** The frontier has new pages of this host. */
  added(host: string): void {
    this.#queueOf(host).added();
    this.#ready.add(host);
  }

  /** Pages of the frontier got other names, or left it: what is in memory is read again. */
  readAgain(): void {
    for (const [host, queue] of this.#hosts) {
      this.#buffered -= queue.drop();
      this.#ready.add(host);
    }
  }

  /** A request to this host has finished. */
  requestEnded(host: string): void {
    this.#ready.add(host);
  }

  /** The next page that may be asked for now; null when there is none. */
  take(now: number): QueuedPage | null {
    for (let host = this.#ready.take(now); host !== null; host = this.#ready.take(now)) {
      const queue = this.#queueOf(host);
      if (queue.shouldLoad) this.#load(queue);
      if (queue.size === 0) continue; // a loaded window or a commit puts it back in line
      const at = this.#options.nextStart(host, now);
      if (at === Number.POSITIVE_INFINITY) continue; // the end of a request puts it back in line
      if (at > now) {
        this.#ready.addLater(host, at);
        continue;
      }
      const page = queue.take();
      if (page === null) continue;
      this.#buffered--;
      this.#taken.add(page.id);
      this.#ready.add(host);
      return page;
    }
    return null;
  }

  /** The page has left the frontier, or may be taken again. */
  release(pageId: number): void {
    this.#taken.delete(pageId);
  }

  #load(queue: HostQueue): void {
    const { onLoaded, onFailed } = this.#options;
    this.#loading++;
    queue
      .load()
      .then(() => {
        this.#buffered += queue.size;
        if (queue.size > 0 || queue.shouldLoad) this.#ready.add(queue.host);
      })
      .catch(onFailed)
      .finally(() => {
        this.#loading--;
        onLoaded();
      });
  }

  #queueOf(host: string): HostQueue {
    let queue = this.#hosts.get(host);
    if (queue === undefined) {
      const { frontier, runId } = this.#options;
      queue = new HostQueue(host, frontier, runId, this.#taken);
      this.#hosts.set(host, queue);
    }
    return queue;
  }
}
