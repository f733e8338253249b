import { hash } from 'node:crypto';
import type { Link, Segment } from '../../document/index.ts';
import type { FetchResult, PageFetcher } from '../../fetch/index.ts';
import { type JudgedChange, realChange } from '../../track/index.ts';
import { linkResolver, UrlError } from '../../url/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { Picture, ShownPictures } from '../tables/picture.ts';
import { conditionOf, validatorsOf } from './not-modified.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import type { PageVersion } from './page-version.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { CurrentVisitor } from './visitor-session.ts';

/** The most pictures that a run asks for: this number, and one for every `PAGES_FOR_ONE_MORE` visited pages. */
const LEAST_ASKED = 8;
const PAGES_FOR_ONE_MORE = 10;
/** The most pictures of a project that are watched, and of one page. */
export const MOST_WATCHED = 2000;
const MOST_OF_PAGE = 40;
const LONGEST_ADDRESS = 2000;
/** The bytes that are read of a picture: another picture differs in them, or in its length. */
const MOST_READ = 65_536;
const HASH_BYTES = 16;

const none: ReadonlySet<string> = new Set();

type PageWithPictures = Pick<QueuedPage, 'lastGood' | 'shownPictures'>;

/** What shows whether a picture was replaced. */
type Facts = Pick<Picture, 'etag' | 'lastModified' | 'bytes' | 'sha256'>;

interface WatchedPicturesOptions {
  readonly stored: readonly Picture[];
  readonly fetcher: PageFetcher;
  readonly knowledge: SiteKnowledge;
  readonly visitor: CurrentVisitor;
  /** Whether robots.txt allows the address. */
  readonly mayFetch: (url: string) => Promise<boolean>;
  /** Waits for the polite delay before one more request to the host. */
  readonly pause: (host: string) => Promise<void>;
  /** The number of the run. */
  readonly run: number;
  readonly now: () => number;
}

/**
 * Finds out whether pictures were replaced under their address. A picture is asked for once in a run, by a conditional request, whatever
 * the number of pages that show it; once more if it differs, because some are generated for each request.
 */
export class WatchedPictures {
  readonly #options: WatchedPicturesOptions;
  readonly #known: Map<string, Picture>;
  /** How many runs it takes to ask for all of them once. */
  readonly #isDueAfter: number;
  readonly #checks = new Map<string, Promise<Picture | null>>();
  /** The checks that have ended: `#known` has what they found. */
  readonly #checked = new Set<string>();
  readonly #changed = new Map<string, Picture>();
  readonly #shown = new Map<number, ShownPictures>();
  /** Pictures that were not asked for when the run met them first; later pages must not know more than earlier ones. */
  readonly #leftOut = new Set<string>();
  readonly #startedAt: number;
  #pages = 0;
  #asked = 0;

  constructor(options: WatchedPicturesOptions) {
    this.#options = options;
    this.#known = new Map(options.stored.map((picture) => [nameOf(picture.urlHash), picture]));
    this.#startedAt = options.now();
    this.#isDueAfter = Math.ceil(this.#known.size / (2 * LEAST_ASKED));
  }

  /** Rows for the next commit. */
  take(): {
    readonly pictures?: { readonly pictures: readonly Picture[]; readonly shown: readonly ShownPictures[] };
  } {
    if (this.#changed.size + this.#shown.size === 0) return {};
    const rows = { pictures: [...this.#changed.values()], shown: [...this.#shown.values()] };
    this.#changed.clear();
    this.#shown.clear();
    return { pictures: rows };
  }

  /** Counts a visited page: the more there are, the more pictures are asked for. */
  notePage(): void {
    this.#pages++;
  }

  /** Notes which pictures a new version of a page shows, and asks for those that are not known yet. */
  async keep({ id, lastGood }: Pick<QueuedPage, 'id' | 'lastGood'>, version: PageVersion): Promise<void> {
    const urls = this.#watchable(version);
    if (urls.length === 0 && lastGood === null) return;
    const hashes = urls.map((url) => this.#hashOf(url));
    this.#shown.set(id, { pageId: id, urlHashes: Buffer.concat(hashes) });
    for (const url of urls) await this.#learn(url);
  }

  /** The identities of pictures on a page that were replaced since its last good visit. */
  async replacedOn(page: PageWithPictures): Promise<ReadonlySet<string>> {
    if (!this.mayBeReplacedOn(page)) return none;
    const replaced = new Set<string>();
    for (const name of namesIn(page.shownPictures)) {
      const picture = await this.#newest(name);
      if (picture !== null && isReplacedSince(picture, page.lastGood))
        replaced.add(this.#options.knowledge.identityOf(picture.url));
    }
    return replaced;
  }

  /** Whether a picture on the page was replaced, or has to be asked for to know. */
  mayBeReplacedOn({ lastGood, shownPictures }: PageWithPictures): boolean {
    if (this.#known.size === 0 || lastGood === null || shownPictures === null) return false;
    return namesIn(shownPictures).some((name) => {
      const known = this.#known.get(name);
      if (known === undefined) return false;
      const isUndecided = this.#isDue(known) && !this.#isSettled(name);
      return isUndecided || isReplacedSince(known, lastGood);
    });
  }

  /** Whether the picture at `url` is the one that was at `old`, by what is known about the old one; null when nothing is. */
  async isSame(old: string, url: string): Promise<boolean | null> {
    const known = this.#known.get(nameOf(this.#hashOf(old)));
    if (known === undefined || known.isVolatile === 1) return null;
    const facts = await this.#ask(url, null).catch(nullUnlessStopping);
    return facts === null ? null : areSame(known, facts);
  }

  #watchable(version: PageVersion): readonly string[] {
    const { document, url: base } = version;
    if (document.type !== 'html') return [];
    const images = (document.html.distinctLinks ?? document.html.links).filter(
      ({ kind }) => kind === 'image',
    );
    if (images.length === 0) return [];
    const resolve = linkResolver(base);
    const { host } = new URL(base);
    const urls = new Set<string>();
    for (const image of images) {
      const url = resolvedPicture(image, resolve);
      if (url !== null && new URL(url).host === host && isPictureFile(url)) urls.add(url);
      if (urls.size === MOST_OF_PAGE) break;
    }
    return [...urls];
  }

  /** Asks once for a picture that is not known yet. */
  async #learn(url: string): Promise<void> {
    const urlHash = this.#hashOf(url);
    const name = nameOf(urlHash);
    if (this.#known.has(name) || this.#checks.has(name) || this.#known.size >= MOST_WATCHED) return;
    if (!this.#mayAsk()) return;
    const learned = this.#ask(url, null).catch(nullUnlessStopping);
    this.#checks.set(
      name,
      learned.then((facts) => {
        if (facts === null) return null;
        const { run } = this.#options;
        return this.#note(name, { url, urlHash, ...facts, checkedIn: run, replacedAt: null, isVolatile: 0 });
      }),
    );
    await this.#checks.get(name);
  }

  /** What is known about a picture, after it was asked for if that is due. */
  async #newest(name: string): Promise<Picture | null> {
    const known = this.#known.get(name);
    if (known === undefined) return null;
    if (!this.#isDue(known) || this.#checks.has(name)) return (await this.#checks.get(name)) ?? known;
    if (this.#leftOut.has(name) || !this.#mayAsk()) {
      this.#leftOut.add(name);
      return known;
    }
    const check = this.#check(name, known);
    this.#checks.set(name, check);
    void check.finally(() => this.#checked.add(name)).catch(() => undefined);
    return check;
  }

  #isDue({ checkedIn, isVolatile }: Picture): boolean {
    return this.#options.run - checkedIn >= this.#isDueAfter && isVolatile === 0;
  }

  /** Whether nothing more about the picture can be learned in this run. */
  #isSettled(name: string): boolean {
    return this.#checked.has(name) || this.#leftOut.has(name);
  }

  async #check(name: string, known: Picture): Promise<Picture> {
    const facts = await this.#ask(known.url, known).catch(nullUnlessStopping);
    if (facts === null) return known;
    const newest = { ...known, ...facts, checkedIn: this.#options.run };
    if (areSame(known, facts)) return this.#note(name, newest);
    const again = await this.#ask(known.url, null).catch(nullUnlessStopping);
    if (again === null) return known;
    const found = areSame(facts, again) ? { replacedAt: this.#startedAt } : { isVolatile: 1 as const };
    return this.#note(name, { ...newest, ...found });
  }

  #note(name: string, picture: Picture): Picture {
    this.#known.set(name, picture);
    this.#changed.set(name, picture);
    return picture;
  }

  #mayAsk(): boolean {
    if (this.#asked >= LEAST_ASKED + this.#pages / PAGES_FOR_ONE_MORE) return false;
    this.#asked++;
    return true;
  }

  /** The headers of a picture and the beginning of its content; what is known where the server says that it was not modified. */
  async #ask(url: string, known: Facts | null): Promise<Facts | null> {
    const { fetcher, visitor, pause, mayFetch } = this.#options;
    if (!(await mayFetch(url))) return null;
    await pause(new URL(url).host);
    const answer = await fetcher.fetch({
      url: visitor.session.withOwnIds(url),
      ...(known !== null && { conditional: conditionOf(known) }),
      session: visitor.session.http,
      maxBytes: MOST_READ,
      whenTooLarge: 'cut',
      follow: () => false,
    });
    if (answer.status === 304) return known;
    return answer.status === 200 ? factsOf(answer) : null;
  }

  #hashOf(url: string): Uint8Array {
    return hash('md5', this.#options.knowledge.identityOf(url), 'buffer');
  }
}

/** The changes that replaced pictures make on a page; none where they are not in the compared part of it. */
export function replacedPictures(
  segments: readonly Segment[],
  base: string,
  replaced: ReadonlySet<string>,
  knowledge: SiteKnowledge,
): readonly JudgedChange[] {
  if (replaced.size === 0) return [];
  const resolve = linkResolver(base);
  const left = new Set(replaced);
  return segments.flatMap((segment) => {
    const pictures = segment.links.flatMap((link) => {
      const url = link.kind === 'image' ? resolvedPicture(link, resolve) : null;
      const identity = url === null ? null : knowledge.identityOf(url);
      return identity !== null && left.delete(identity) ? [identity] : [];
    });
    if (pictures.length === 0) return [];
    const change = { flag: 'changed', before: segment, after: segment, isMoved: false } as const;
    return [{ ...realChange(change, 'a picture was replaced under its address'), pictures }];
  });
}

function areSame(before: Facts, now: Facts): boolean {
  const hasItsLength = before.bytes === null || now.bytes === null || before.bytes === now.bytes;
  return hasItsLength && Buffer.compare(before.sha256, now.sha256) === 0;
}

function factsOf({ headers, body, cut }: FetchResult): Facts {
  const length = headers.get('content-length') ?? '';
  const sent = /^\d{1,15}$/.test(length) ? Number(length) : null;
  return {
    ...validatorsOf(headers),
    bytes: cut ? sent : body.length,
    sha256: hash('sha256', body.subarray(0, MOST_READ), 'buffer'),
  };
}

function resolvedPicture({ url }: Pick<Link, 'url'>, resolve: (link: string) => string): string | null {
  if (url.length > LONGEST_ADDRESS) return null;
  try {
    return resolve(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

const isReplacedSince = ({ replacedAt }: Picture, lastGood: QueuedPage['lastGood']): boolean =>
  replacedAt !== null && lastGood !== null && replacedAt > lastGood.at;

/** The pictures in a list of hashes. */
function namesIn(hashes: Uint8Array | null): readonly string[] {
  const names: string[] = [];
  for (let at = 0; hashes !== null && at + HASH_BYTES <= hashes.length; at += HASH_BYTES)
    names.push(nameOf(hashes.subarray(at, at + HASH_BYTES)));
  return names;
}

const nameOf = (urlHash: Uint8Array): string => Buffer.from(urlHash).toString('base64');

/** File names that pictures have. Anything else may be a program that does something when it is asked for. */
const PICTURE = /\.(?:png|jpe?g|jfif|gif|webp|avif|svg|ico|bmp|tiff?)$/i;
/** Words in the addresses of pictures that count visitors, or that are generated for each request. */
const COUNTING =
  /(?:^|[^a-z])(?:pixel|count|counter|counts|track|tracker|tracking|beacon|stat|stats|hit|hits|captcha|spacer|cgi|click|clicks|impression|visit|visits)(?:[^a-z]|$)/i;
/** A query that says which version of a file it is. */
const VERSION =
  /^(?:(?:v|ver|version|r|rev|revision|b|build|t|ts|time|timestamp|m|mtime|h|hash|cb|cache|_)=)?[\w.~-]{0,64}$/i;

/** Whether an address is that of a file with a picture, so that asking for it does nothing else. */
export function isPictureFile(url: string): boolean {
  const { pathname, search, protocol } = new URL(url);
  if (!protocol.startsWith('http') || !PICTURE.test(pathname) || COUNTING.test(pathname)) return false;
  return VERSION.test(search.slice(1));
}
