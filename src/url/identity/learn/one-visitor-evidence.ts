import { describePlace, type IdentityRule, type VolatilePlace } from '../identity-rule.ts';
import { shapeOf } from '../value-shape.ts';
import { contentPlaces, suspectedIds } from './content-places.ts';

/** With fewer links, all of them may belong to one document. */
const LEAST_LINKS = 6;
const SHARE_OF_LINKS = 0.8;

/** One answer for an address without the value; two for addresses that have it themselves, as those of a document do. */
const ANSWERS_NEEDED = 2;

/**
 * What the answers to one visitor say about names that are used for session ids and for content, where no second answer
 * to the same address says more: one value on all links is a session id, as long as the visitor sees no other.
 */
export class OneVisitorEvidence {
  readonly #places = new Map<string, SeenValue>();

  /** Notes one answer: its address and its links to the same site. Returns what it shows, if anything. */
  note(url: string, links: readonly string[], rules: readonly IdentityRule[]): readonly IdentityRule[] {
    const settled = rules.filter(({ place }) => !this.#places.has(describePlace(place)));
    const isSettled = new Set(settled.map(({ place }) => describePlace(place)));
    const own = new Map(suspectedIds(url, []).map((id) => [describePlace(id.place), id]));
    const found: IdentityRule[] = [];
    for (const [key, { place, counts }] of countValues(links)) {
      if (isSettled.has(key)) continue;
      const rule = this.#judge(place, counts, links, own.get(key) ?? null);
      if (rule !== null) found.push(rule);
    }
    return found;
  }

  #judge(
    place: VolatilePlace,
    counts: ReadonlyMap<string, number>,
    links: readonly string[],
    own: { readonly value: string; readonly remainder: string } | null,
  ): IdentityRule | null {
    const key = describePlace(place);
    const [value, count] = [...counts].reduce((x, y) => (y[1] > x[1] ? y : x));
    const isOnAll = count >= LEAST_LINKS && count >= links.length * SHARE_OF_LINKS;
    const seen = this.#places.get(key);
    if (seen?.isContested) return null;
    const isRenewed = isOnAll && own?.value !== value;
    if (seen?.isAccepted && value !== seen.value && !isRenewed) return contentRule(place, seen.value, value);
    if (seen?.isAccepted && counts.size > 1) {
      // A copied link with someone else's id is one thing, two pages that differ only in it another.
      const [content] = contentPlaces(links, [], 2).filter((rule) => describePlace(rule.place) === key);
      if (content !== undefined) return content;
    }
    const isOther = seen !== undefined && value !== seen.value && !isRenewed;
    if (!seen?.isAccepted && (counts.size > 1 || isOther || !isOnAll)) {
      this.#places.set(key, { value, answers: new Set(), isAccepted: false, isContested: true });
      return null;
    }
    if (!isOnAll) return null;
    const answers = new Set(seen?.answers).add(own?.remainder ?? '');
    const isAccepted = seen?.isAccepted === true || own === null || answers.size >= ANSWERS_NEEDED;
    this.#places.set(key, { value, answers, isAccepted, isContested: false });
    return isAccepted ? sessionRule(place, value, count) : null;
  }
}

interface SeenValue {
  readonly value: string;
  /** The addresses of the answers without the value, '' for one that has none. */
  readonly answers: ReadonlySet<string>;
  readonly isAccepted: boolean;
  /** Other values were seen, or links without one: then one visitor alone cannot tell. */
  readonly isContested: boolean;
}

function countValues(
  links: readonly string[],
): ReadonlyMap<string, { readonly place: VolatilePlace; readonly counts: ReadonlyMap<string, number> }> {
  const places = new Map<string, { place: VolatilePlace; counts: Map<string, number> }>();
  for (const url of links) {
    for (const { place, value } of suspectedIds(url, [])) {
      const key = describePlace(place);
      const found = places.get(key) ?? { place, counts: new Map<string, number>() };
      found.counts.set(value, (found.counts.get(value) ?? 0) + 1);
      places.set(key, found);
    }
  }
  return places;
}

function sessionRule(place: VolatilePlace, value: string, links: number): IdentityRule {
  return {
    kind: 'session id',
    place,
    shape: shapeOf([value]),
    links,
    examples: [value, value],
    evidence: `${describePlace(place)}: "${value}" on all ${links} links of an answer, and no other value for this visitor`,
  };
}

function contentRule(place: VolatilePlace, first: string, second: string): IdentityRule {
  return {
    kind: 'content',
    place,
    shape: shapeOf([first, second]),
    links: 2,
    examples: [first, second],
    evidence: `${describePlace(place)}: the same visitor sees "${first}" and "${second}"`,
  };
}
