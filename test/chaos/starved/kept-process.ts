import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startTidemark } from '../../kernel/cli/run-tidemark.ts';

/** How a life of a process ended. */
export interface EndedLife {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** False when it ended by itself. */
  readonly wanted: boolean;
  readonly lastWords: string;
}

export interface KeptProcessOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Called for each life, before it does anything. */
  readonly onStart: (pid: number) => void;
}

/** Milliseconds after which a process that has ended is started again. */
const PAUSE = 2000;
/** How long an orderly end may take, in milliseconds. */
const LONGEST_END = 60_000;
/** What must not be in a log, whatever went wrong around the process. */
const UNHANDLED =
  /unhandled|uncaught|UNIQUE constraint|duplicate key|Cannot read prop|is not a function|out of memory|TypeError|ReferenceError/i;

/** The program in a process that is started again whenever it ends, as systemd does. */
export class KeptProcess {
  readonly name: string;
  readonly ends: EndedLife[] = [];
  /** Lines of its log that nothing excuses. */
  readonly unhandled: string[] = [];
  readonly #options: KeptProcessOptions;
  readonly #lines: string[] = [];
  #child: ChildProcess | null = null;
  #ready = Promise.withResolvers<void>();
  #isWanted = false;
  #isOver = false;
  #startedAt = 0;
  #url: string | null = null;

  constructor(options: KeptProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get #isServer(): boolean {
    return this.#options.args[0] === 'serve';
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Where a server answers; null while it does not. */
  get url(): string | null {
    return this.#url;
  }

  get startedAt(): number {
    return this.#startedAt;
  }

  /** The last lines that it wrote, without those about requests. */
  get lastWords(): string {
    return this.#lines.slice(-5).join('\n');
  }

  /** Returns when it has said something. */
  async start(): Promise<void> {
    this.#live();
    await this.ready();
  }

  /** When this life, or the next one, has said something; a server says where it answers. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  #live(): void {
    const child = startTidemark(this.#options.args, this.#options.environment);
    this.#child = child;
    this.#startedAt = Date.now();
    if (child.pid !== undefined) this.#options.onStart(child.pid);
    child.stdin.end();
    createInterface(child.stdout).on('line', (line) => {
      this.#note(line);
      const [, url] = /"url":"(http[^"]+)"/.exec(line) ?? [];
      if (url !== undefined) this.#url = url;
      if (!this.#isServer || url !== undefined) this.#ready.resolve();
    });
    createInterface(child.stderr).on('line', (line) => {
      if (!line.includes('"level":30')) this.#note(line);
      // A watch without a terminal says what it does here.
      if (!this.#isServer) this.#ready.resolve();
    });
    child.on('exit', (code, signal) => {
      const wanted = this.#isWanted;
      this.#isWanted = false;
      this.#url = null;
      this.#child = null;
      this.#ready = Promise.withResolvers();
      this.ends.push({ at: Date.now(), code, signal, wanted, lastWords: this.lastWords });
      if (!this.#isOver) setTimeout(() => this.#isOver || this.#live(), PAUSE);
    });
  }

  #note(line: string): void {
    this.#lines.push(line.slice(0, 2000));
    if (this.#lines.length > 200) this.#lines.shift();
    if (UNHANDLED.test(line)) this.unhandled.push(line.slice(0, 400));
  }

  send(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** kill -9; it is started again by itself. */
  kill(): void {
    this.#isWanted = true;
    this.#child?.kill('SIGKILL');
  }

  /** Ends it for good. Returns its exit code; null when it had to be killed. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.#isOver = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0;
    this.#isWanted = true;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGCONT');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_END);
    const [code] = await exited;
    clearTimeout(timer);
    return code;
  }
}
