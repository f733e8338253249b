/** A line of the log that somebody should look at. */
export interface KeptLine {
  readonly at: number;
  readonly level: 'warning' | 'error';
  readonly says: string;
}

/** Enough to see what is wrong; the whole log is where the operator sends it. */
const MOST = 100;
/** Of the logger: 40 is a warning. */
const ERROR = 50;

/** Passes the log on, and remembers its last warnings and errors for the administrators. */
export class KeptLog {
  readonly #next: { write(line: string): void };
  readonly #kept: KeptLine[] = [];

  constructor(next: { write(line: string): void }) {
    this.#next = next;
  }

  write(line: string): void {
    this.#next.write(line);
    // The level stands first; reading all requests of a server would take longer than answering some of them.
    if (!/^\{"level":[456]0/.test(line)) return;
    this.#kept.push(lineOf(JSON.parse(line) as LogObject));
    if (this.#kept.length > MOST) this.#kept.shift();
  }

  /** The newest first. */
  lines(): readonly KeptLine[] {
    return this.#kept.toReversed();
  }
}

interface LogObject {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly what?: string;
  readonly err?: { readonly message?: string };
}

function lineOf({ level, time, msg, what, err }: LogObject): KeptLine {
  const said = [what, err?.message ?? msg].filter((part) => part !== undefined && part !== '');
  return { at: time, level: level >= ERROR ? 'error' : 'warning', says: said.join(': ') };
}
