import { hash } from 'node:crypto';
import type { Link, Segment } from '../../document/index.ts';
import type { Snapshot } from '../../track/index.ts';
import { linkResolver, UrlError } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { TwinFetch } from './twin-fetch.ts';
import { isPictureFile, type WatchedPictures } from './watched-pictures.ts';

/** A page with more new names than this has changed anyway. */
const MOST_PAIRS = 20;
/** Longer addresses are not file names, and would take long to search. */
const LONGEST_ADDRESS = 2000;
/** A hash as build tools write it into file names: letters and at least one digit. */
const HASH = /(?=[a-z0-9]*\d)[a-z0-9]{6,}/gi;

const UNIX_TIME = /(?<!\d)(?:\d{10}|\d{13})(?!\d)/g;
/** Largest difference between a time in an address and the `Date` of its page, in milliseconds. */
const CLOCKS_APART = 10_000;

interface RenamedImagesOptions {
  readonly knowledge: SiteKnowledge;
  readonly twins: TwinFetch;
  /** What is known about the pictures of earlier versions; null when nothing is. */
  readonly pictures: Pick<WatchedPictures, 'isSame'> | null;
  /** SHA-256 of the content stored for an address; null when none is stored. */
  readonly storedHash: (url: string) => Promise<Uint8Array | null>;
  /** Whether robots.txt allows the address. An error that it throws becomes the error of the page. */
  readonly mayFetch: (url: string) => Promise<boolean>;
}

/** Finds pictures that a new build of the site renamed. Only equal bytes prove that two pictures are the same. */
export class RenamedImages {
  readonly #options: RenamedImagesOptions;
  /** Results by both addresses. */
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(options: RenamedImagesOptions) {
    this.#options = options;
  }

  /** Notes which pictures differ only in the time of their page in the address. Needs no request. */
  learnClocks(last: Snapshot, now: Snapshot, base: string): void {
    const [before, after] = [imagesOf(last.segments, base), imagesOf(now.segments, base)];
    const pairs = pairedBy(
      [...before].filter((url) => !after.has(url)),
      [...after].filter((url) => !before.has(url)),
      (url) => withoutClock(url, last.at),
      (url) => withoutClock(url, now.at),
    );
    for (const [old, url] of pairs) this.#options.knowledge.noteSameImage(old, url);
  }

  /**
   * Notes in the knowledge of the site which pictures of `now` are pictures of `last` under another name. Those that the `twin` does not show are
   * left alone: an address that differs at every fetch may count visitors or start jobs.
   */
  async learn(last: Snapshot, now: Snapshot, twin: Snapshot, base: string): Promise<void> {
    const [before, after] = [imagesOf(last.segments, base), imagesOf(now.segments, base)];
    const steady = imagesOf(twin.segments, base);
    const gone = [...before].filter((url) => !after.has(url));
    const came = [...after].filter((url) => !before.has(url) && steady.has(url));
    const pairs = pairedBy(gone, came, nameWithoutHash, nameWithoutHash);
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
      this.#known.delete(key); // a retry of the page also retries its pictures
      throw error;
    });
  }

  async #compare(old: string, url: string): Promise<boolean> {
    const { pictures, storedHash, mayFetch } = this.#options;
    if (!(await mayFetch(url))) return false;
    const known = (await pictures?.isSame(old, url)) ?? null;
    if (known !== null) return known;
    const stored = await storedHash(old);
    if (stored === null && !(await mayFetch(old))) return false;
    const before = stored ?? (await this.#fetchedHash(old));
    if (before === null) return false;
    const now = await this.#fetchedHash(url);
    return now !== null && Buffer.compare(before, now) === 0;
  }

  async #fetchedHash(url: string): Promise<Uint8Array | null> {
    const { status, body } = await this.#options.twins.request(url);
    return status === 200 ? hash('sha256', body, 'buffer') : null;
  }
}

/** Addresses that have the same name before and now, in the order of the page. */
function pairedBy(
  gone: readonly string[],
  came: readonly string[],
  nameBefore: (url: string) => string,
  nameNow: (url: string) => string,
): readonly (readonly [old: string, url: string])[] {
  const before = Map.groupBy(gone, nameBefore);
  return [...Map.groupBy(came, nameNow)].flatMap(([name, urls]) =>
    urls.flatMap((url, index) => {
      const old = before.get(name)?.[index];
      return old === undefined ? [] : [[old, url] as const];
    }),
  );
}

/** Only pictures of the page's own host: a page must not make us fetch from elsewhere. */
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

/** The address without the Unix time, in seconds or milliseconds, at which its page was sent. */
function withoutClock(url: string, at: number | null): string {
  if (at === null) return url;
  return url.replace(UNIX_TIME, (digits) => {
    const time = digits.length === 10 ? Number(digits) * 1000 : Number(digits);
    return Math.abs(time - at) <= CLOCKS_APART ? '~' : digits;
  });
}

/** Equal for the names of one picture in two builds: without a hash in its file name, and without a version in the query. */
function nameWithoutHash(url: string): string {
  const path = /^[^?#]*/.exec(url)?.[0] ?? url;
  const slash = path.lastIndexOf('/');
  return (
    path.slice(0, slash) +
    path.slice(slash).replace(HASH, '~') +
    (isPictureFile(url) ? '' : url.slice(path.length))
  );
}
