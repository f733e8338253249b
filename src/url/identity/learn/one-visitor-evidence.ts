import { getOrInsert, increment } from '../../../base/index.ts';
import { urlFields } from '../fields/url-fields.ts';
import { describePlace, type IdentityRule, type VolatilePlace } from '../identity-rule.ts';
import { looksRandom } from '../looks-random.ts';
import { shapeOf } from '../value-shape.ts';
import { contentPlaces, contentRule, suspectedIds } from './content-places.ts';

/** With fewer links, all of them may belong to one document. */
const LEAST_LINKS = 6;
const SHARE_OF_LINKS = 0.8;
/** A page after a log-in may have little more than a menu. */
const LEAST_MEMBER_LINKS = 2;

/** Answers needed if their own addresses have the value, as those of a document do; one is enough for an address without it. */
const ANSWERS_NEEDED = 2;

/**
 * What the answers to one visitor show about names that are used for session ids and for content, when no second answer
 * to the same address shows more: one value on all links is a session id, as long as the visitor sees no other.
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
    if (seen?.isAccepted && value !== seen.value && !isRenewed)
      return contentRule(place, [seen.value, value], 'the same visitor sees');
    if (seen?.isAccepted && counts.size > 1) {
      // A copied link with another visitor's id is harmless; two pages that differ only in the value show that it selects content.
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

/**
 * The session id in the links of the page after a log-in, under any name: a random value that they share. It belongs to the user, so
 * a page without a log-in does not have it, and a twin fetch would need a second log-in.
 */
export function memberId(links: readonly string[]): IdentityRule | null {
  const places = new Map<string, { readonly place: VolatilePlace; readonly counts: Map<string, number> }>();
  for (const url of links) {
    for (const { carrier, name, value } of urlFields(url)) {
      if (name === null || carrier === 'host' || !looksRandom(value)) continue;
      const place = { carrier, name, index: null, before: null, part: null };
      increment(
        getOrInsert(places, describePlace(place), () => ({ place, counts: new Map() })).counts,
        value,
      );
    }
  }
  for (const { place, counts } of places.values()) {
    const [value, count] = [...counts].reduce((x, y) => (y[1] > x[1] ? y : x));
    if (count >= LEAST_MEMBER_LINKS && count >= links.length * SHARE_OF_LINKS)
      return sessionRule(place, value, count);
  }
  return null;
}

function isOnAll(count: number, links: readonly string[]): boolean {
  return count >= LEAST_LINKS && count >= links.length * SHARE_OF_LINKS;
}

interface SeenValue {
  readonly value: string;
  /** The addresses of the answers without the value, '' for one that has none. */
  readonly answers: ReadonlySet<string>;
  readonly isAccepted: boolean;
  /** Other values were seen, or links without one: then the answers to one visitor do not decide. */
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
      const { counts } = getOrInsert(places, key, () => ({ place, isCertain, counts: new Map() }));
      increment(counts, value);
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
