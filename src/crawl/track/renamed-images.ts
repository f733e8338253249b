import { hash } from 'node:crypto';
import type { Link, Segment } from '../../document/index.ts';
import { linkResolver, UrlError } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { TwinFetch } from './twin-fetch.ts';

/** Pictures of one page that are looked at; a page with more new names than that has changed anyway. */
const MOST_PAIRS = 20;
/** A longer address is no file name, and would take long to look through. */
const LONGEST_ADDRESS = 2000;
/** What build tools write into names: letters and digits, one of them a digit at least. */
const DRAWN = /(?=[a-z0-9]*\d)[a-z0-9]{6,}/gi;

export interface RenamedImagesOptions {
  readonly knowledge: SiteKnowledge;
  readonly twins: TwinFetch;
  /** The SHA-256 of what is stored under an address; null when nothing is. */
  readonly storedHash: (url: string) => Promise<Uint8Array | null>;
  /** Whether robots.txt lets us; asked for every picture that is not stored. What it throws is the page's error. */
  readonly mayFetch: (url: string) => Promise<boolean>;
}

/** Finds pictures that a new build gave another name. A hash in a name says nothing: only the bytes do. */
export class RenamedImages {
  readonly #options: RenamedImagesOptions;
  /** By both addresses. */
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(options: RenamedImagesOptions) {
    this.#options = options;
  }

  /** Tells the site's knowledge about pictures of `now` that are pictures of `last` under another name. */
  async learn(last: readonly Segment[], now: readonly Segment[], base: string): Promise<void> {
    const [before, after] = [imagesOf(last, base), imagesOf(now, base)];
    const gone = Map.groupBy(
      [...before].filter((url) => !after.has(url)),
      nameWithoutHash,
    );
    const came = Map.groupBy(
      [...after].filter((url) => !before.has(url)),
      nameWithoutHash,
    );
    const pairs = [...came].flatMap(([name, urls]) =>
      urls.flatMap((url, place) => {
        const old = gone.get(name)?.[place];
        return old === undefined ? [] : [[old, url] as const];
      }),
    );
    if (pairs.length > MOST_PAIRS) return;
    for (const [old, url] of pairs) {
      if (await this.#isSame(old, url)) this.#options.knowledge.noteSameImage(old, url);
    }
  }

  #isSame(old: string, url: string): Promise<boolean> {
    const key = `${old} ${url}`;
    const known = this.#known.get(key) ?? this.#compare(old, url);
    this.#known.set(key, known);
    return known.catch((error: unknown) => {
      this.#known.delete(key); // the page is tried again, and its pictures with it
      throw error;
    });
  }

  async #compare(old: string, url: string): Promise<boolean> {
    const { storedHash, mayFetch } = this.#options;
    if (!(await mayFetch(url))) return false;
    const stored = await storedHash(old);
    if (stored === null && !(await mayFetch(old))) return false;
    const before = stored ?? (await this.#fetchedHash(old));
    if (before === null) return false;
    const now = await this.#fetchedHash(url);
    return now !== null && Buffer.compare(before, now) === 0;
  }

  async #fetchedHash(url: string): Promise<Uint8Array | null> {
    const { status, body } = await this.#options.twins.ask(url);
    return status === 200 ? hash('sha256', body, 'buffer') : null;
  }
}

/** Those of the page's own host: a page must not send us anywhere else. */
function imagesOf(segments: readonly Segment[], base: string): ReadonlySet<string> {
  const resolve = linkResolver(base);
  const { host } = new URL(base);
  const images = segments.flatMap(({ links }) =>
    links.filter(({ kind, url }) => kind === 'image' && url.length <= LONGEST_ADDRESS),
  );
  return new Set(
    images.flatMap((link) => resolved(link, resolve)).filter((url) => new URL(url).host === host),
  );
}

function resolved({ url }: Link, resolve: (link: string) => string): readonly string[] {
  try {
    return [resolve(url)];
  } catch (error) {
    if (error instanceof UrlError) return [];
    throw error;
  }
}

/** Equal for the names that one picture has in two builds; its own address when nothing in it looks drawn. */
function nameWithoutHash(url: string): string {
  const slash = url.lastIndexOf('/');
  return url.slice(0, slash) + url.slice(slash).replace(DRAWN, '~');
}
