import { type FetchOnce, fetchRobots, type RobotsFetch, robotsFromResponse } from './fetch-robots.ts';
import type { Robots } from './parse-robots.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** RFC 9309 section 2.4: a copy should not be used for more than 24 hours. */
const lifetime = day;
/** While the site is unreachable, the last copy may be used longer (section 2.3.1.4 gives 30 days as an example). */
const lifetimeWhileUnreachable = 30 * day;
/** An unreachable robots.txt stops a whole host, so it is requested again soon, then less and less often. */
const firstRetry = minute;
const longestRetry = 60 * minute;
/**
 * Parsed files are kept up to this many bytes of text. A crawl of 100,000 hosts with files of common size (under 1 kB)
 * keeps them all; hosts with 500 KiB each push each other out instead of filling the memory.
 */
const defaultByteBudget = 64 * 1024 * 1024;
/** The cost of an entry without its text. */
const entryBytes = 512;

interface RobotsCacheOptions {
  readonly fetchOnce: FetchOnce;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly byteBudget?: number;
}

/** What a site's robots.txt says now. */
export interface KnownRobots {
  readonly robots: Robots;
  /** Until then `get` gives the same answer without a request. */
  readonly freshUntil: number;
}

interface Entry extends KnownRobots {
  readonly bytes: number;
  /** When the site last said what it allows; null if it never has. */
  readonly certainAt: number | null;
  readonly failures: number;
}

/** The robots.txt of every origin of a crawl, requested when it is first needed, then once a day. */
export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #inFlight = new Map<string, Promise<KnownRobots>>();
  #bytes = 0;

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
  }

  /** `origin` is like `https://example.org:8080`. Never rejects; callers that ask at the same time share one request. */
  get(origin: string): Promise<KnownRobots> {
    const entry = this.#entries.get(origin);
    if (entry !== undefined && this.#options.now() < entry.freshUntil) {
      this.#keep(origin, entry);
      return Promise.resolve(entry);
    }
    const pending = this.#inFlight.get(origin);
    if (pending !== undefined) return pending;
    const request = this.#request(origin);
    this.#inFlight.set(origin, request);
    return request;
  }

  async #request(origin: string): Promise<KnownRobots> {
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
    return { robots, bytes, certainAt: now, freshUntil: now + lifetime, failures: 0 };
  }
  const failures = (before?.failures ?? 0) + 1;
  const freshUntil = now + Math.min(longestRetry, firstRetry * 2 ** (failures - 1));
  if (before?.certainAt != null && now - before.certainAt < lifetimeWhileUnreachable) {
    return { ...before, freshUntil, failures };
  }
  return { robots, bytes: entryBytes, certainAt: null, freshUntil, failures };
}
