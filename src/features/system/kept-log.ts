import { ERROR, type LineSink, LogLines, problemIn, problemInWords, shortLine } from '../../cli/log-lines.ts';

/** A line of the log that somebody should look at. */
interface KeptLine {
  /** The last time. */
  readonly at: number;
  readonly level: 'warning' | 'error';
  readonly says: string;
  /** How often it was met since the program was started, as far as it is remembered. */
  readonly times: number;
}

/** Enough to see what is wrong; the whole log is where the operator sends it. */
const MOST = 100;

/** Passes the log on, and remembers its last warnings and errors for the administrators, each once. */
export class KeptLog implements LineSink {
  readonly #next: LogLines;
  /** By level and words, the newest last. */
  readonly #kept = new Map<string, KeptLine>();

  constructor(next: LineSink) {
    this.#next = new LogLines(next);
  }

  write(written: string): void {
    const line = shortLine(written);
    this.#next.write(line);
    const problem = problemIn(line);
    if (problem === null) return;
    const level = problem.level >= ERROR ? 'error' : 'warning';
    const says = problemInWords(problem);
    const key = `${level} ${says}`;
    const times = (this.#kept.get(key)?.times ?? 0) + 1;
    this.#kept.delete(key);
    this.#kept.set(key, { at: problem.time, level, says, times });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The newest first. */
  lines(): readonly KeptLine[] {
    return [...this.#kept.values()].toReversed();
  }

  close(): void {
    this.#next.close();
  }
}
