import { hashText } from '../../document/index.ts';
import type { QueuedPage } from '../../store/index.ts';
import {
  type ConfirmedChange,
  type JudgedChange,
  type LinkIdentity,
  SharedChanges,
  segmentOf,
  type VolatileRule,
} from '../../track/index.ts';
import { AgreeingFetches } from './agreeing-fetches.ts';

/** What the pages of this run have shown so far, and which pages need no further fetch for that reason. */
export class RunEvidence {
  /** By the rules of places that show something new nearly every time: what they showed. */
  readonly #shownOnce = new Map<string, Set<string>>();
  readonly #shared = new SharedChanges();
  readonly #agreeing = new AgreeingFetches();

  /**
   * Whether all noise is certain. Where something new is shown nearly every time, the first page of a run is looked at
   * again all the same, and so is every page that shows what another one showed: that is not drawn, but an edit. Only
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
