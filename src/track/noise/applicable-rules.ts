import type { Segment } from '../../document/index.ts';
import type { ClockLocation } from '../clock/page-clocks.ts';
import { type DatedText, shownAge } from '../clock/same-times.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import { RotatingTexts } from './rotating-text.ts';
import { isAtKindOfPlace, isAtPlace, isInList, type Surroundings, withoutCounts } from './rule-place.ts';
import { clockRuleAt } from './site-clocks.ts';
import { drawableWords, type Hunk, tokensFit } from './token-differences.ts';
import { hasSteadyWords, visitorsOwn } from './visitor-line.ts';
import type {
  ClockRule,
  LinkRule,
  SegmentRule,
  TimeRule,
  ValueRule,
  VisitorRule,
  VolatileRule,
} from './volatile-rule.ts';

/** Finds the rules that hold at the places of one page. */
export class ApplicableRules {
  /** All active rules, those of this visit first. */
  readonly #rules: readonly VolatileRule[];
  readonly #fresh: ReadonlySet<VolatileRule>;
  readonly #texts: RotatingTexts;
  readonly #visitorRules: readonly VisitorRule[];
  /** A rule for a whole text explains one difference in a visit: a second segment there is not the advert. */
  readonly #used = new Set<VolatileRule>();

  /** `fresh` are those learned from this very fetch: they apply at their path, whatever is around it. */
  constructor(rules: readonly VolatileRule[], fresh: readonly VolatileRule[]) {
    this.#rules = rules;
    this.#fresh = new Set(fresh);
    this.#texts = new RotatingTexts(rules);
    this.#visitorRules = visitorsOwn(rules);
  }

  isFresh(rule: VolatileRule): boolean {
    return this.#fresh.has(rule);
  }

  /** Whether a text was picked before, at any place of the site. */
  knowsText(segment: Segment): boolean {
    return this.#texts.knows(segment);
  }

  comesAndGoes(segment: Segment): boolean {
    return this.#texts.comesAndGoes(segment);
  }

  /** The rule that the list of two segments comes in any order. */
  order(before: Segment, after: Segment): VolatileRule | undefined {
    return this.#rules.find(
      ({ kind, place }) =>
        kind === 'order' && isInList(before.path, place.path) && isInList(after.path, place.path),
    );
  }

  /** The rule that a line is the visitor's own. Null stands for a line that is not there. */
  visitorsLine(before: Segment | null, after: Segment | null): VisitorRule | undefined {
    const segments = [before, after].filter((segment) => segment !== null);
    return this.#visitorRules.find((rule) =>
      segments.every(
        (segment) =>
          segment.links.length > 0 && segment.path === rule.place.path && hasSteadyWords(rule, segment),
      ),
    );
  }

  /** The rule that two texts are the same except for the time of the site. */
  siteTime(before: DatedText, after: DatedText & Pick<Segment, 'path'>): TimeRule | undefined {
    const times = this.#rules.filter((rule): rule is TimeRule => rule.kind === 'time');
    if (times.length === 0) return undefined;
    const words = shownAge(after)?.words;
    if (words === undefined || words !== shownAge(before)?.words) return undefined;
    const places = [after.path, withoutCounts(after.path)];
    return times.find((rule) => rule.words === words && places.includes(rule.place.path));
  }

  /** The rule that a location shows a clock. */
  clock(location: ClockLocation): ClockRule | undefined {
    return clockRuleAt(this.#rules, location);
  }

  /** Whether two segments are in a list whose items differ only in values that vary: then each item may be any of the others. */
  areAnyItems(before: Segment, after: Segment): boolean {
    return this.#rules.some(
      ({ kind, place: { path } }) =>
        kind === 'value' && path.includes('[*]') && isInList(before.path, path) && isInList(after.path, path),
    );
  }

  /** A rule that words at a path vary; only a rule of this visit if `isOfVisit`. */
  textAt(path: string, isOfVisit: boolean): VolatileRule | undefined {
    return this.#rules.find(
      (rule) =>
        (rule.kind === 'segment' || rule.kind === 'value') &&
        (!isOfVisit || this.#fresh.has(rule)) &&
        rule.place.path === path,
    );
  }

  /** The rule for texts that rotate at the path of two texts, if both were picked before. Each is found once. */
  knowingBoth(before: Segment, after: Segment): VolatileRule | undefined {
    if (before.path !== after.path || !this.knowsText(before) || !this.knowsText(after)) return undefined;
    return this.#useOnce(({ place }) => placeKind(place) === placeKind(after));
  }

  /** The rule for a whole text that explains a difference at one of the paths. Each is found once. */
  wholeText(
    paths: readonly string[],
    around: Surroundings,
    explains: (rule: SegmentRule) => boolean = () => true,
  ): VolatileRule | undefined {
    return this.#useOnce((rule) => explains(rule) && this.#isAt(rule, paths, around));
  }

  #useOnce(holds: (rule: SegmentRule) => boolean): VolatileRule | undefined {
    const rule = this.#rules.find((one) => one.kind === 'segment' && !this.#used.has(one) && holds(one));
    if (rule !== undefined) this.#used.add(rule);
    return rule;
  }

  value(hunk: Hunk, paths: readonly string[], around: Surroundings): ValueRule | undefined {
    return this.#rules.find((rule): rule is ValueRule => {
      if (rule.kind !== 'value') return false;
      const { before, after, shape } = rule.value;
      if (!sameTokens(before, hunk.before) || !sameTokens(after, hunk.after)) return false;
      if (!tokensFit(hunk.removed, shape) || !tokensFit(hunk.added, shape)) return false;
      if (this.#isAt(rule, paths, around)) return true;
      if (paths.every((path) => isInList(path, rule.place.path))) return true;
      // Words around a value identify it anywhere on pages of this kind, and so do words that were picked before.
      const hasLabel = [...before, ...after].some((token) => /\p{L}{3}/u.test(token));
      const isRotating = shape === 'words' && knowsValue(rule, hunk);
      return (
        (hasLabel || isRotating) &&
        paths.some((path) => withoutCounts(path) === withoutCounts(rule.place.path))
      );
    });
  }

  /** An address alone shows whether it was seen before, so pages may differ in the text around it. */
  link(
    index: number,
    parameter: string | null,
    paths: readonly string[],
    around: Surroundings,
  ): LinkRule | undefined {
    return this.#rules.find(
      (rule): rule is LinkRule =>
        rule.kind === 'link' &&
        rule.link.index === index &&
        (rule.link.parameter === null || rule.link.parameter === parameter) &&
        (this.#isAt(rule, paths, around) || isAtKindOfPlace(rule.place, paths, around)),
    );
  }

  #isAt(rule: VolatileRule, paths: readonly string[], around: Surroundings): boolean {
    if (this.#fresh.has(rule)) return paths.includes(rule.place.path);
    return isAtPlace(rule.place, paths, around);
  }
}

function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, index) => token === b[index]);
}

/** Numbers and codes at a volatile place say nothing, whatever they are. Words do, unless they were picked there before. */
export function knowsValue({ value: { shape, words } }: ValueRule, { removed, added }: Hunk): boolean {
  if (shape !== 'words') return true;
  const known = new Set(words);
  return [...drawableWords(removed), ...drawableWords(added)].every((word) => known.has(word));
}

export function knowsLink(
  { link: { index, parameter }, addresses = [] }: LinkRule,
  { links }: Segment,
): boolean {
  if (parameter !== null) return true;
  const shown = index < 0 ? links : links.slice(index, index + 1);
  return shown.every(({ url }) => addresses.includes(url));
}
