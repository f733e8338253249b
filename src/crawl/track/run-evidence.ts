import { hashText } from '../../document/index.ts';
import {
  type ConfirmedChange,
  type JudgedChange,
  type LinkIdentity,
  SharedChanges,
  segmentOf,
  type VolatileRule,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/records.ts';
import { addressKind } from './address-kind.ts';

/** What the pages of this run have shown so far, and which pages need no further fetch for that reason. */
export class RunEvidence {
  /** By the rules of places that show something new nearly every time: what they showed. */
  readonly #shownOnce = new Map<string, Set<string>>();
  readonly #shared = new SharedChanges();
  readonly #agreeing = new AgreeingFetches();

  /**
   * Whether all noise is certain. Where something new is shown nearly every time, the first page of a run is looked at
   * again all the same, and so is every page that shows what another one showed: that is no rotation, but an edit. Only
   * what belongs to the visitor may be the same on many pages.
   */
  isNoiseCertain(judged: readonly JudgedChange[]): boolean {
    let isCertain = true;
    for (const { isCertain: isKnown, endless, change } of judged) {
      isCertain &&= isKnown;
      const text = hashText(segmentOf(change));
      for (const { id, kind } of endless) {
        const shown = this.#shownOnce.get(id);
        if (shown === undefined || (kind !== 'visitor' && shown.has(text))) isCertain = false;
        if (shown === undefined) this.#shownOnce.set(id, new Set([text]));
        else shown.add(text);
      }
    }
    return isCertain;
  }

  /** Whether other pages have all these changes, too, and there is no doubt about the noise. */
  areShared(
    changes: readonly JudgedChange[],
    { host }: QueuedPage,
    rules: readonly VolatileRule[],
    identity: LinkIdentity,
  ): boolean {
    return (
      changes.every(({ isCertain }) => isCertain) && this.#shared.areKnown(changes, host, rules, identity)
    );
  }

  /** Whether every other visitor would see the same page. */
  isSameForAll(page: QueuedPage, rules: readonly VolatileRule[]): boolean {
    return rules.length === 0 && this.#agreeing.isBelieved(page);
  }

  /** Notes what further fetches of a page said about the changes that it seemed to have. */
  note(
    page: QueuedPage,
    suspected: readonly JudgedChange[],
    { changes, learned }: ConfirmedChange,
    identity: LinkIdentity,
  ): void {
    this.#shared.note(suspected, changes, page, identity);
    this.#agreeing.note(page, learned.length === 0);
  }
}

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
