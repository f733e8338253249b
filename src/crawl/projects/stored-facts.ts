import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit, TidemarkError } from '../../base/index.ts';
import type { ProjectFacts } from '../../project/index.ts';
import { readStored } from './stored-project.ts';

/** More than the number of projects on most servers; 300 bytes each. */
const MOST_KNOWN = 50_000;
/** Characters of the stored text of a project. Reading this much takes some milliseconds in the calling thread. */
const SHORT = 5000;
/** After this many milliseconds of reading, other work gets its turn. */
const LONGEST_TURN = 10;

/** Reads the facts of a project from its stored text. Throws PROJECT_FILE_INVALID. */
export async function readFacts(settings: string): Promise<ProjectFacts | null> {
  const { file } = readStored(settings);
  if (file === null) return null;
  const { readProjectFacts } = await import('../../project/index.ts');
  return readProjectFacts(file);
}

type Known = { readonly facts: ProjectFacts | null } | { readonly failure: unknown };

interface StoredFactsOptions {
  /** Reads long files: on a server in a worker thread, because users wrote them. Default: in this thread. */
  readonly readLong?: (settings: string) => Promise<ProjectFacts | null>;
  /** Whether reading the same text would fail again. Default: only when the file itself is invalid. */
  readonly isLasting?: (error: unknown) => boolean;
}

/**
 * The facts that schedules, retention and lists need from project files. A text is read once and remembered by its hash: a query
 * every minute for thousands of projects never waits for parsing what their users wrote.
 */
export class StoredFacts {
  readonly #readLong: (settings: string) => Promise<ProjectFacts | null>;
  readonly #isLasting: (error: unknown) => boolean;
  /** By hash; most recently used last. */
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, Promise<Known>>();
  readonly #shortOnes = new ConcurrencyLimit(1);
  readonly #longOnes = new ConcurrencyLimit(1);
  #turnBegan = 0;
  #nextTurn: Promise<void> | null = null;

  constructor({ readLong = readFacts, isLasting = isFileWrong }: StoredFactsOptions = {}) {
    this.#readLong = readLong;
    this.#isLasting = isLasting;
  }

  /** Null for a project that is only an address. Throws PROJECT_FILE_INVALID, and what reading in a thread throws. */
  async of({ settings }: { readonly settings: string }): Promise<ProjectFacts | null> {
    // Hashing is fast, but there may be thousands of projects.
    while (this.#isTurnOver()) await this.#anotherTurn();
    const key = hash('sha256', settings, 'base64');
    const known = this.#known.get(key) ?? (await this.#readOnce(key, settings));
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    if ('failure' in known) throw known.failure;
    return known.facts;
  }

  #readOnce(key: string, settings: string): Promise<Known> {
    const begun = this.#reading.get(key) ?? this.#read(settings).finally(() => this.#reading.delete(key));
    this.#reading.set(key, begun);
    return begun;
  }

  async #read(settings: string): Promise<Known> {
    try {
      const facts =
        settings.length > SHORT
          ? await this.#longOnes.do(() => this.#readLong(settings))
          : await this.#shortOnes.do(() => this.#readShort(settings));
      return { facts };
    } catch (failure) {
      if (!this.#isLasting(failure)) throw failure;
      return { failure };
    }
  }

  async #readShort(settings: string): Promise<ProjectFacts | null> {
    while (this.#isTurnOver()) await this.#anotherTurn();
    return readFacts(settings);
  }

  #isTurnOver(): boolean {
    return performance.now() - this.#turnBegan >= LONGEST_TURN;
  }

  #anotherTurn(): Promise<void> {
    this.#nextTurn ??= setImmediate().then(() => {
      this.#nextTurn = null;
      this.#turnBegan = performance.now();
    });
    return this.#nextTurn;
  }
}

export const isFileWrong = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'PROJECT_FILE_INVALID';
