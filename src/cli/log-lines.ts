import { hostname } from 'node:os';
import type { Config } from '../config/index.ts';

/** Receives lines, each with its line break. */
export interface LineSink {
  write(line: string): void;
}

/** A warning or an error of a log. */
interface LoggedProblem {
  readonly level: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly msg?: string;
  /** What failed, when it was not a request. */
  readonly what?: string;
  readonly reqId?: string;
  readonly err?: { readonly message?: string; readonly code?: string };
}

/** The levels of pino. */
const levels = { debug: 20, info: 30, warn: 40, error: 50 } as const;
type Level = keyof typeof levels;
export const ERROR = levels.error;

/** Null for a line that is only information. Tests only the level, which comes first: parsing the lines of all requests would cost more than some requests. */
export const problemIn = (line: string): LoggedProblem | null =>
  /^\{"level":[456]0/.test(line) ? (JSON.parse(line) as LoggedProblem) : null;

/** What went wrong, in words. Problems with equal words are the same problem. */
export function problemInWords({ msg, what, err }: LoggedProblem): string {
  return [what, err?.message ?? msg].filter((part) => part !== undefined && part !== '').join(': ');
}

/** Most characters of a line, and of each text in a longer one: a message, its stack and its cause may all contain what a site sends. */
const LONGEST_LINE = 16_384;
const LONGEST_TEXT = 2000;

/** Cuts long texts in a line, so that people can read it. */
export function shortLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST_TEXT
      ? `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`
      : Array.isArray(value) && value.length > MOST_LISTED
        ? value.slice(0, MOST_LISTED)
        : value;
  const short = JSON.stringify(JSON.parse(line), cut);
  if (short.length < LONGEST_LINE) return `${short}\n`;
  // The line has many texts, none of them long.
  const {
    level,
    time,
    pid,
    hostname: host,
    reqId,
    what,
  } = JSON.parse(short) as Readonly<Record<string, unknown>>;
  const msg = `${short.slice(0, LONGEST_TEXT)}… (${line.length} characters)`;
  return `${JSON.stringify({ level, time, pid, hostname: host, reqId, what, msg })}\n`;
}

/** Most items of a list in a line that is too long. */
const MOST_LISTED = 20;

/** A problem that did not occur for this long is over, in milliseconds. */
const QUIET = 120_000;
/** How often a lasting problem is logged again, in milliseconds. */
const TELL_EVERY = 600_000;
/** How often to check whether a problem is over, in milliseconds. */
const LOOK = 10_000;
/** Most problems that are counted at once: with more different ones, counting does not help to distinguish them. */
const MOST_HELD = 1000;

interface HeldProblem {
  readonly problem: LoggedProblem;
  /** Occurrences since it was last logged. */
  times: number;
  reportedAt: number;
  lastAt: number;
}

/**
 * Passes a log on. A problem that occurs repeatedly is logged once; after that only its count is logged. All failures of requests are passed on: each has
 * an id that a user may ask about.
 */
export class LogLines implements LineSink {
  readonly #next: LineSink;
  readonly #now: () => number;
  readonly #held = new Map<string, HeldProblem>();
  #timer: NodeJS.Timeout | null = null;

  constructor(next: LineSink, now: () => number = Date.now) {
    this.#next = next;
    this.#now = now;
  }

  write(written: string): void {
    const line = shortLine(written);
    const problem = problemIn(line);
    const isOfRequest = problem?.reqId !== undefined;
    if (problem === null || isOfRequest || !this.#isRepeated(problem)) this.#next.write(line);
  }

  /** Logs the counts of problems that are over or that last long. A timer calls it regularly. */
  tellRepeated(): void {
    const now = this.#now();
    for (const [key, held] of this.#held) {
      const isOver = now - held.lastAt >= QUIET;
      if (isOver || now - held.reportedAt >= TELL_EVERY) this.#tell(held, now);
      if (isOver) this.#held.delete(key);
    }
    if (this.#held.size === 0) this.#rest();
  }

  /** Logs what is not logged yet. */
  close(): void {
    for (const held of this.#held.values()) this.#tell(held, this.#now());
    this.#held.clear();
    this.#rest();
  }

  #isRepeated(problem: LoggedProblem): boolean {
    const key = `${problem.level} ${problemInWords(problem)}`;
    const now = this.#now();
    const held = this.#held.get(key);
    if (held !== undefined) {
      held.times += 1;
      held.lastAt = now;
      return true;
    }
    if (this.#held.size >= MOST_HELD) this.close();
    this.#held.set(key, { problem, times: 0, reportedAt: now, lastAt: now });
    this.#timer ??= setInterval(() => this.tellRepeated(), LOOK).unref();
    return false;
  }

  #tell(held: HeldProblem, now: number): void {
    const { problem, times, lastAt } = held;
    held.reportedAt = now;
    held.times = 0;
    if (times === 0) return;
    const msg = `repeated ${times === 1 ? 'once' : `${times} times`} until ${new Date(lastAt).toISOString()}: ${problemInWords(problem)}`;
    const code = problem.err?.code;
    this.#next.write(
      `${JSON.stringify({ level: problem.level, time: now, pid: process.pid, hostname: hostname(), repeated: times, ...(code !== undefined && { code }), msg })}\n`,
    );
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** The log of a program that has no requests: it writes the same lines as the server. */
export class ServiceLog {
  readonly #lines: LogLines;
  readonly #least: number;

  constructor(next: LineSink, { logLevel }: Pick<Config, 'logLevel'>) {
    this.#lines = new LogLines(next);
    this.#least = levels[logLevel];
  }

  log(level: Level, msg: string, fields: object = {}): void {
    if (levels[level] < this.#least) return;
    const line = {
      level: levels[level],
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      ...fields,
      msg,
    };
    this.#lines.write(`${JSON.stringify(line)}\n`);
  }

  close(): void {
    this.#lines.close();
  }
}
