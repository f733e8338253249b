import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import type { LinkIdentity } from '../compare/segment-links.ts';
import type { JudgedChange } from './judged-change.ts';
import { kindOfList } from './rule-place.ts';
import { isVisitorsOwn } from './visitor-line.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** Pages on which further fetches must have confirmed a change before other pages need none for it. */
const enoughPages = 3;
/** After this many pages without a further fetch, one page is fetched again anyway; then after twice as many, and so on. */
const firstCheck = 8;
/** Different changes that are remembered. What many pages share comes again soon; the oldest are forgotten. */
const mostKnown = 20_000;

/** What this run knows about one change. */
interface Evidence {
  /** Identities of the pages on which it was confirmed. */
  readonly confirmedOn: Set<string>;
  /** Pages that were believed to have it, without a further fetch. */
  believed: number;
  nextCheck: number;
  /** A further fetch of some page did not have it. */
  isRefuted: boolean;
}

/**
 * Changes that many pages of a site have in common: another entry in the menu, a new post in all side bars. When further fetches have confirmed the
 * same change (the same texts at the same kind of place) on a few pages, and refuted it on none, other pages need no further fetch. Nothing of this
 * is stored: a resumed run fetches a few pages more.
 */
export class SharedChanges {
  readonly #known = new Map<string, Evidence>();

  /** Whether all changes of a page are known from other pages. Places where texts rotate prove nothing. */
  areKnown(
    changes: readonly JudgedChange[],
    host: string,
    rules: readonly VolatileRule[],
    identity: LinkIdentity,
  ): boolean {
    const real = changes.filter(({ isNoise }) => !isNoise);
    const rotating = new Set(rules.filter(drawsTexts).map(({ place }) => kindOfList(place.path)));
    const found = real.map(({ change }) =>
      kindsOf(change).some((kind) => rotating.has(kind))
        ? undefined
        : this.#known.get(keyOf(change, host, identity)),
    );
    const isSettled = (evidence: Evidence | undefined): evidence is Evidence =>
      evidence !== undefined && !evidence.isRefuted && evidence.confirmedOn.size >= enoughPages;
    if (found.length === 0 || !found.every(isSettled)) return false;
    let isCheck = false;
    for (const evidence of new Set(found)) {
      evidence.believed++;
      if (evidence.believed < evidence.nextCheck) continue;
      evidence.nextCheck *= 2;
      isCheck = true;
    }
    return !isCheck;
  }

  /** Notes what further fetches of a page said about the changes that it seemed to have. */
  note(
    suspected: readonly JudgedChange[],
    confirmed: readonly JudgedChange[],
    page: { readonly identity: string; readonly host: string },
    identity: LinkIdentity,
  ): void {
    const keys = new Set(confirmed.map(({ change }) => keyOf(change, page.host, identity)));
    for (const { change, isNoise } of suspected) {
      if (isNoise) continue;
      const key = keyOf(change, page.host, identity);
      const evidence = this.#known.get(key) ?? {
        confirmedOn: new Set(),
        believed: 0,
        nextCheck: firstCheck,
        isRefuted: false,
      };
      this.#known.set(key, evidence);
      if (this.#known.size > mostKnown) this.#forgetOldest();
      if (keys.has(key)) evidence.confirmedOn.add(page.identity);
      else evidence.isRefuted = true;
    }
  }

  #forgetOldest(): void {
    for (const key of this.#known.keys()) return void this.#known.delete(key);
  }
}

function keyOf(change: SegmentChange, host: string, identity: LinkIdentity): string {
  const { flag, before, after } = change;
  const textOf = (segment: Segment | null): string =>
    segment === null ? '' : `${hashText(segment)} ${segment.links.map(identity).join(' ')}`;
  return [host, flag, ...kindsOf(change), textOf(before), textOf(after)].join('\n');
}

function kindsOf({ before, after }: SegmentChange): readonly string[] {
  return [
    ...new Set([before, after].flatMap((segment) => (segment === null ? [] : kindOfList(segment.path)))),
  ];
}

/** Whether a rule is about texts, and not about a number, a token or an order. */
function drawsTexts(rule: VolatileRule): boolean {
  if (rule.isOff) return false;
  switch (rule.kind) {
    case 'segment':
    case 'list':
      return true;
    case 'link':
      return rule.link.parameter === null;
    case 'value':
      return rule.value.shape === 'words';
    case 'visitor':
      return isVisitorsOwn(rule);
    case 'order':
    case 'time':
    case 'clock':
    case 'recurring':
      return false;
  }
}
