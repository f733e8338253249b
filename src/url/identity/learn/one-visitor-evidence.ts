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
  /** Places with a name that frameworks use, where one value was on all links of an answer whose address had none. */
  readonly #shownIds = new Set<string>();

  /** Whether an answer showed that a name which frameworks use for session ids is used for them. */
  showsId(place: VolatilePlace): boolean {
    return this.#shownIds.has(describePlace(place));
  }

  /** Notes one answer: its address and its links to the same site. Returns what it shows, if anything. */
  note(url: string, links: readonly string[], rules: readonly IdentityRule[]): readonly IdentityRule[] {
    const settled = rules.filter(({ place }) => !this.#places.has(describePlace(place)));
    const isSettled = new Set(settled.map(({ place }) => describePlace(place)));
    const own = new Map(suspectedIds(url, []).map((id) => [describePlace(id.place), id]));
    const found: IdentityRule[] = [];
    for (const [key, { place, isCertain, counts }] of countValues(links)) {
      if (isCertain && !own.has(key) && isOnAll(Math.max(...counts.values()), links)) this.#shownIds.add(key);
      if (isCertain || isSettled.has(key)) continue;
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
    const isOfVisitor = isOnAll(count, links);
    const seen = this.#places.get(key);
    if (seen?.isContested) return null;
    const isRenewed = isOfVisitor && own?.value !== value;
    if (seen?.isAccepted && value !== seen.value && !isRenewed) return contentRule(place, seen.value, value);
    if (seen?.isAccepted && counts.size > 1) {
      // A copied link with someone else's id is one thing, two pages that differ only in it another.
      const [content] = contentPlaces(links, [], 2).filter((rule) => describePlace(rule.place) === key);
      if (content !== undefined) return content;
    }
    const isOther = seen !== undefined && value !== seen.value && !isRenewed;
    if (!seen?.isAccepted && (counts.size > 1 || isOther || !isOfVisitor)) {
      this.#places.set(key, { value, answers: new Set(), isAccepted: false, isContested: true });
      return null;
    }
    if (!isOfVisitor) return null;
    const answers = new Set(seen?.answers).add(own?.remainder ?? '');
    const isAccepted = seen?.isAccepted === true || own === null || answers.size >= ANSWERS_NEEDED;
    this.#places.set(key, { value, answers, isAccepted, isContested: false });
    return isAccepted ? sessionRule(place, value, count) : null;
  }
}

function isOnAll(count: number, links: readonly string[]): boolean {
  return count >= LEAST_LINKS && count >= links.length * SHARE_OF_LINKS;
}

interface SeenValue {
  readonly value: string;
  /** The addresses of the answers without the value, '' for one that has none. */
  readonly answers: ReadonlySet<string>;
  readonly isAccepted: boolean;
  /** Other values were seen, or links without one: then one visitor alone cannot tell. */
  readonly isContested: boolean;
}

interface CountedValues {
  readonly place: VolatilePlace;
  readonly isCertain: boolean;
  readonly counts: Map<string, number>;
}

function countValues(links: readonly string[]): ReadonlyMap<string, CountedValues> {
  const places = new Map<string, CountedValues>();
  for (const url of links) {
    for (const { place, isCertain, value } of suspectedIds(url, [])) {
      const key = describePlace(place);
      const found = places.get(key) ?? { place, isCertain, counts: new Map<string, number>() };
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
