import { type FetchOnce, fetchRobots } from './fetch-robots.ts';
import type { Robots } from './robots.ts';
import { type RobotsFetch, robotsFromResponse } from './robots-from-response.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** RFC 9309 section 2.4: a copy should not serve longer than 24 hours. */
const life = day;
/** Unless the site is unreachable: then the last copy may go on (section 2.3.1.4 gives 30 days as an example). */
const lifeWhileUnreachable = 30 * day;
/** An unreachable robots.txt stops a whole host, so it is asked for again soon, then less and less often. */
const firstRetry = minute;
const longestRetry = 60 * minute;
/**
 * Parsed files are kept up to so many bytes of text. A crawl over 100,000 hosts with files of common size (under 1 kB)
 * keeps them all; hosts with 500 KiB each push each other out instead of filling the memory.
 */
const defaultByteBudget = 64 * 1024 * 1024;
/** What an entry costs besides its text. */
const entryBytes = 512;

export interface RobotsCacheOptions {
  readonly fetchOnce: FetchOnce;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly byteBudget?: number;
}

/** What a site's robots.txt says at this moment. */
export interface KnownRobots {
  readonly robots: Robots;
  /** When it is worth asking again: before that, `get` answers the same without a request. */
  readonly freshUntil: number;
}

interface Entry extends KnownRobots {
  readonly bytes: number;
  /** When the site last told its wish; null while it never has. */
  readonly learnedAt: number | null;
  readonly failures: number;
}

/** The robots.txt of every origin of a crawl, asked for when first needed and once a day. */
export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #inFlight = new Map<string, Promise<KnownRobots>>();
  #bytes = 0;

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
  }

  /** `origin` as in `https://example.org:8080`. Never rejects; callers that ask at the same time share one request. */
  get(origin: string): Promise<KnownRobots> {
    const entry = this.#entries.get(origin);
    if (entry !== undefined && this.#options.now() < entry.freshUntil) {
      this.#keep(origin, entry);
      return Promise.resolve(entry);
    }
    const asked = this.#inFlight.get(origin);
    if (asked !== undefined) return asked;
    const asking = this.#ask(origin);
    this.#inFlight.set(origin, asking);
    return asking;
  }

  async #ask(origin: string): Promise<KnownRobots> {
    const fetched = await fetchRobots(origin, this.#options.fetchOnce);
    const entry = nextEntry(this.#entries.get(origin), fetched, this.#options.now());
    this.#keep(origin, entry);
    this.#inFlight.delete(origin);
    return entry;
  }

  #keep(origin: string, entry: Entry): void {
    this.#drop(origin);
    this.#entries.set(origin, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= (this.#options.byteBudget ?? defaultByteBudget) || oldest === origin) return;
      this.#drop(oldest);
    }
  }

  #drop(origin: string): void {
    this.#bytes -= this.#entries.get(origin)?.bytes ?? 0;
    this.#entries.delete(origin);
  }
}

function nextEntry(before: Entry | undefined, fetched: RobotsFetch, now: number): Entry {
  const { robots, certain } = robotsFromResponse(fetched);
  if (certain) {
    const bytes = entryBytes + (fetched.kind === 'answered' ? fetched.body.byteLength : 0);
    return { robots, bytes, learnedAt: now, freshUntil: now + life, failures: 0 };
  }
  const failures = (before?.failures ?? 0) + 1;
  const freshUntil = now + Math.min(longestRetry, firstRetry * 2 ** (failures - 1));
  if (before?.learnedAt != null && now - before.learnedAt < lifeWhileUnreachable) {
    return { ...before, freshUntil, failures };
  }
  return { robots, bytes: entryBytes, learnedAt: null, freshUntil, failures };
}
