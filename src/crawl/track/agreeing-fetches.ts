import { addressKind } from './address-kind.ts';

/** So many pages of a host must have been the same in all fetches of this run, and at least one of each kind. */
const ENOUGH_PAGES = 12;
/** One of so many pages is fetched again all the same. */
const CHECKED = 8;

/**
 * Finds sites on which fetches at the same moment never differ: what changed there has changed. Files on a disk are such a
 * site, and after a new build most of them have changed. One fetch that differs, now or at an earlier visit, ends it.
 * Nothing of it is stored: a run that was killed starts counting again.
 */
export class AgreeingFetches {
  readonly #agreed = new Map<string, number>();
  readonly #differing = new Set<string>();
  readonly #kinds = new Set<string>();
  #believed = 0;

  /** Notes whether all fetches of a page agreed. */
  note({ url, host }: { readonly url: string; readonly host: string }, areSame: boolean): void {
    if (!areSame) this.#differing.add(host);
    this.#agreed.set(host, (this.#agreed.get(host) ?? 0) + 1);
    this.#kinds.add(addressKind(url));
  }

  /** Whether a page may be believed without a further fetch. */
  isBelieved({ url, host }: { readonly url: string; readonly host: string }): boolean {
    if (this.#differing.has(host) || !this.#kinds.has(addressKind(url))) return false;
    if ((this.#agreed.get(host) ?? 0) < ENOUGH_PAGES) return false;
    this.#believed++;
    return this.#believed % CHECKED !== 0;
  }
}
