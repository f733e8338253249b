import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AtMost, TidemarkError } from '../../base/index.ts';
import type { ProjectFacts } from '../../project/index.ts';
import { readStored } from './stored-project.ts';

/** More than most servers have projects; 300 bytes each. */
const MOST_KNOWN = 50_000;
/** Characters of what is stored of a project. Reading as much takes some milliseconds, in the thread that asks. */
const SHORT = 5000;
/** After so many milliseconds of reading, others get their turn. */
const LONGEST_TURN = 10;

/** Reads the facts of a project from what is stored of it. Throws PROJECT_FILE_INVALID. */
export async function readFacts(settings: string): Promise<ProjectFacts | null> {
  const { file } = readStored(settings);
  if (file === null) return null;
  const { readProjectFacts } = await import('../../project/index.ts');
  return readProjectFacts(file);
}

type Known = { readonly facts: ProjectFacts | null } | { readonly failure: unknown };

interface StoredFactsOptions {
  /** Reads long files: on a server a thread does, because users wrote them. Default: in this thread. */
  readonly readLong?: (settings: string) => Promise<ProjectFacts | null>;
  /** Whether reading the same text would fail again. Default: only where the file itself is wrong. */
  readonly isLasting?: (error: unknown) => boolean;
}

/**
 * What plans, retention and lists need of the files of projects. A file is read once for each of its texts, which are told apart by their hash: whoever
 * asks every minute for thousands of projects never waits for what their users wrote.
 */
export class StoredFacts {
  readonly #readLong: (settings: string) => Promise<ProjectFacts | null>;
  readonly #isLasting: (error: unknown) => boolean;
  /** By hash; those asked for last come last. */
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, Promise<Known>>();
  readonly #shortOnes = new AtMost(1);
  readonly #longOnes = new AtMost(1);
  #turnBegan = 0;
  #nextTurn: Promise<void> | null = null;

  constructor({ readLong = readFacts, isLasting = isFileWrong }: StoredFactsOptions = {}) {
    this.#readLong = readLong;
    this.#isLasting = isLasting;
  }

  /** Null for a project that is only an address. Throws PROJECT_FILE_INVALID, and what reading in a thread throws. */
  async of({ settings }: { readonly settings: string }): Promise<ProjectFacts | null> {
    // Hashing is short, but there may be thousands of projects.
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
