import { type Flag, fateOfFile, judgeUnfetched, sampledDays } from '../../track/index.ts';
import { type PageVisited, pageEvent } from '../engine/crawl-event.ts';
import type { StoredFile, UnchangedPages } from '../tables/listings.ts';
import { visitRate } from '../track/judgement.ts';
import type { TreeListing } from './tree-listing.ts';

type Group = UnchangedPages & { readonly pageIds: number[] };

/**
 * Files of a batch that are listed as before: nothing happened to them, so their visits are committed at once, without a
 * stay in the frontier. Most of them were visited together at all times before, and share what is known about their changes.
 */
export class UnchangedFiles {
  readonly #listing: TreeListing;
  readonly #at: number;
  readonly #groups = new Map<string, Group>();
  readonly #events: PageVisited[] = [];

  /** `at` is the moment of all their visits, in milliseconds since 1970. */
  constructor(listing: TreeListing, at: number) {
    this.#listing = listing;
    this.#at = at;
  }

  get pages(): readonly UnchangedPages[] {
    return [...this.#groups.values()];
  }

  /** To be told when they are committed. */
  get events(): readonly PageVisited[] {
    return this.#events;
  }

  /** Returns whether it was added. A file that was missing or in error is not: that it is back has to be told. */
  add(file: StoredFile): boolean {
    const { files, problems } = this.#listing;
    const { id, url, lastGood, lastFlag, listed } = file;
    if (lastGood === null || !wasThere(lastFlag)) return false;
    const good = { facts: listed, listedAt: listed?.listedAt ?? 0 };
    if (fateOfFile({ url, good }, files.get(url) ?? null, problems).kind !== 'unchanged') return false;
    const group = this.#groupOf(file, lastGood.at);
    group.pageIds.push(id);
    const { type, bytes } = lastGood;
    const { flag, reason } = group;
    const visit = { status: null, outcome: 'ok', type, bytes, errorCode: null, errorMessage: null } as const;
    this.#events.push(pageEvent(file, { ...visit, flag, reason }, 0));
    return true;
  }

  #groupOf(file: StoredFile, lastAt: number): Group {
    const key = `${sampledDays(this.#at - lastAt)} ${latin1(file.samples)}`;
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    const history = { hasGoodVersion: true, lastFlag: file.lastFlag };
    const { flag, reason } = judgeUnfetched({ url: file.url, history }, { kind: 'unchanged' });
    const group = { pageIds: [], at: this.#at, flag, reason, ...visitRate(file, flag, this.#at) };
    this.#groups.set(key, group);
    return group;
  }
}

const latin1 = (bytes: Uint8Array | null): string =>
  bytes === null ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const wasThere = (flag: Flag | null): boolean => flag === 'NEW' || flag === 'SAM' || flag === 'UPD';
