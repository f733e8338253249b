import { hashText } from '../../document/index.ts';
import {
  type ConfirmedChange,
  type JudgedChange,
  type LinkIdentity,
  SharedChanges,
  segmentOf,
  type VolatileRule,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { addressKind } from './address-kind.ts';

/** What the pages of this run have shown so far, and which pages need no further fetch for that reason. */
export class RunEvidence {
  /** What was shown at places that show something new nearly every time, by rule. */
  readonly #shownOnce = new Map<string, Set<string>>();
  readonly #shared = new SharedChanges();
  readonly #agreeing = new AgreeingFetches();

  /**
   * Whether all noise is certain. Where a place shows something new nearly every time, the first page of a run is fetched again anyway. So
   * is every page that shows what another page showed: that is an edit, not a rotation. Only content that belongs to the visitor may be the
   * same on many pages.
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

  /** Whether all other visitors would see the same page. */
  isSameForAll(page: QueuedPage, rules: readonly VolatileRule[]): boolean {
    return rules.every(({ kind }) => kind === 'recurring') && this.#agreeing.isBelieved(page);
  }

  /** Records what further fetches of a page showed about its apparent changes. */
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

/** All fetches of this many pages of a host must have agreed in this run, and of at least one page of each kind. */
const ENOUGH_PAGES = 12;
/** One page in this many is fetched again anyway. */
const CHECKED = 8;

/**
 * Finds sites on which fetches at the same moment never differ: there, every difference from the last visit is a change. Files on a disk are such a
 * site. One fetch that differs, now or at an earlier visit, excludes the site. Nothing of this is stored: a resumed run starts counting again.
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

  /** Whether a page is trusted without a further fetch. */
  isBelieved({ url, host }: { readonly url: string; readonly host: string }): boolean {
    if (this.#differing.has(host) || !this.#kinds.has(addressKind(url))) return false;
    if ((this.#agreed.get(host) ?? 0) < ENOUGH_PAGES) return false;
    this.#believed++;
    return this.#believed % CHECKED !== 0;
  }
}
