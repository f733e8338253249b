import type { Segment } from '../../document/index.ts';
import { differInTimeOnly } from '../clock/same-times.ts';
import { compareSegments, type SegmentChange, type Snapshot } from '../compare/compare-segments.ts';
import { placeKind, sameWords } from '../compare/segment-likeness.ts';
import { asWritten, type LinkIdentity, linkDifferences, sameLinks } from '../compare/segment-links.ts';
import { DrawnLists } from './drawn-list.ts';
import { DrawnTexts } from './drawn-text.ts';
import { PagePlaces } from './page-places.ts';
import { isAtPlace, isInList, type Surroundings, surroundingsOf } from './rule-place.ts';
import { comparableTokens, drawableWords, type Hunk, hunksOf, tokensFit } from './token-differences.ts';
import {
  anyLink,
  drawsOf,
  isEndless,
  type LinkRule,
  type ListRule,
  type SegmentRule,
  type ValueRule,
  type VolatileRule,
} from './volatile-rule.ts';

/** A difference from the last good version, and whether it is noise. */
export interface JudgedChange {
  readonly change: SegmentChange;
  readonly isNoise: boolean;
  /** Why, in words for the user (X6). */
  readonly reason: string;
  /** The rules that make it noise; none when only the time moved on. */
  readonly rules: readonly VolatileRule[];
  /** False when a rule covers words that were never seen at its place: they may be an edit, and another fetch can tell. */
  readonly isCertain: boolean;
  /** The rules that make it certain only because their places show something new nearly every time. */
  readonly endless: readonly VolatileRule[];
}

export interface JudgeOptions {
  readonly identity?: LinkIdentity;
  /** Rules learned from this very fetch: they apply at their path, whatever is around it. */
  readonly fresh?: readonly VolatileRule[];
  /** Whether a second fetch backs the judgement. */
  readonly hasTwin?: boolean;
}

/** Every difference between two versions, noise or not by the rules. Segments that are the same are left out. */
export function judgeChanges(
  last: Snapshot,
  now: Snapshot,
  rules: readonly VolatileRule[],
  { identity = asWritten, fresh = [], hasTwin = false }: JudgeOptions = {},
): readonly JudgedChange[] {
  const changes = compareSegments(last.segments, now.segments, identity);
  if (changes.every(({ flag }) => flag === 'same')) return [];
  const active = [...fresh, ...rules].filter(({ isOff }) => !isOff);
  const places = new PagePlaces([now.segments, last.segments], [changes]);
  const lists = new DrawnLists(active, changes, places, hasTwin);
  const surroundings = surroundingsOf(changes);
  const movedTo = new Set(changes.flatMap(({ flag, after }) => (flag === 'moved' ? [after.path] : [])));
  const judge = new ChangeJudge({
    lastAt: last.at,
    nowAt: now.at,
    rules: active,
    places,
    lists,
    texts: new DrawnTexts(active),
    fresh: new Set(fresh),
    identity,
    hasTwin,
    movedTo,
  });
  const judged: JudgedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const compared = judge.leavingList(change) ?? change;
    if (compared.flag !== 'same') judged.push(judge.judge(compared, surroundings[index] as Surroundings));
  }
  return judged;
}

/** What a reason says when there is no more to say than what happened to the segment. */
export function plainReason({ flag, before, after }: SegmentChange): string {
  switch (flag) {
    case 'new':
      return `new ${after.kind}`;
    case 'gone':
      return `${before.kind} gone`;
    default:
      return flag;
  }
}

interface JudgeContext {
  readonly lastAt: number | null;
  readonly nowAt: number | null;
  /** All rules that are on, fresh ones first. */
  readonly rules: readonly VolatileRule[];
  readonly places: PagePlaces;
  readonly lists: DrawnLists;
  readonly texts: DrawnTexts;
  readonly fresh: ReadonlySet<VolatileRule>;
  readonly identity: LinkIdentity;
  readonly hasTwin: boolean;
  /** The paths that segments moved to. */
  readonly movedTo: ReadonlySet<string>;
}

class ChangeJudge {
  readonly #context: JudgeContext;
  /** A rule for a whole text explains one difference in a visit: a second segment there is not the advert. */
  readonly #used = new Set<VolatileRule>();

  constructor(context: JudgeContext) {
    this.#context = context;
  }

  /** An equal text at another place is not the same item if one of the two places shows some of many. */
  leavingList(change: SegmentChange): SegmentChange | null {
    if (change.flag !== 'same') return null;
    const { places, lists } = this.#context;
    const { before, after } = change;
    if (places.areAtOnePlace(before, after)) return null;
    const isDrawn = [before, after].some((segment) => lists.ruleFor(segment) !== undefined);
    return isDrawn ? { flag: 'moved', before, after } : null;
  }

  judge(change: SegmentChange, around: Surroundings): JudgedChange {
    const listed = this.#inDrawnLists(change);
    if (listed !== null) return listed;
    switch (change.flag) {
      case 'same':
        return real(change, plainReason(change));
      case 'moved':
        return this.#moved(change, change.before, change.after);
      case 'changed':
        return this.#changed(change, around);
      case 'new':
        return this.#newOrGone(change, change.after, around);
      case 'gone':
        return this.#newOrGone(change, change.before, around);
    }
  }

  /** Whatever comes and goes in lists that show some of many is noise; items that were seen there before certainly. */
  #inDrawnLists(change: SegmentChange): JudgedChange | null {
    const { lists } = this.#context;
    const segments = [change.before, change.after].filter((segment) => segment !== null);
    const rules = segments.map((segment) => lists.ruleFor(segment));
    if (!rules.every((rule) => rule !== undefined)) return null;
    const reason = [...new Set(rules.map(({ evidence }) => evidence))].join('; ');
    const unknown = segments.flatMap((segment, index) =>
      lists.knows(segment) ? [] : [rules[index] as ListRule],
    );
    return this.#verdict(change, reason, [...new Set(rules)], unknown);
  }

  #moved(change: SegmentChange, before: Segment, after: Segment): JudgedChange {
    const rule = this.#orderRule(before, after);
    if (rule !== undefined) return this.#noise(change, rule.evidence, [rule]);
    // An advert where another advert was has not moved: both places rotate. Its words are not new, so paths are enough.
    const [from, to] = [before, after].map(({ path }) =>
      this.#context.rules.find(
        ({ kind, place }) => (kind === 'segment' || kind === 'value') && place.path === path,
      ),
    );
    if (from !== undefined && to !== undefined) return this.#noise(change, to.evidence, [from, to]);
    return real(change, `from ${before.path} to ${after.path}`);
  }

  #orderRule(before: Segment, after: Segment): VolatileRule | undefined {
    return this.#context.rules.find(
      ({ kind, place }) =>
        kind === 'order' && isInList(before.path, place.path) && isInList(after.path, place.path),
    );
  }

  /**
   * A text that went is noise where something is sometimes missing, or if the text itself is known. A text that came may
   * also be a new paragraph at that place: without a second fetch no rule can tell.
   */
  #newOrGone(change: SegmentChange, segment: Segment, around: Surroundings): JudgedChange {
    if (this.#context.texts.comesAndGoes(segment))
      return this.#verdict(change, 'an earlier fetch had it at such a place, and another had not', [], []);
    const rule = this.#segmentRule([segment.path], around, (candidate) =>
      change.flag === 'new'
        ? this.#context.fresh.has(candidate) || (this.#context.hasTwin && candidate.mayBeAbsent)
        : candidate.mayBeAbsent || this.#context.texts.knows(segment),
    );
    if (rule !== undefined) return this.#noise(change, rule.evidence, [rule]);
    // Fresh rules know the paths of now. What is gone was at such a path only if another segment has moved there since.
    const isPathOfNow = change.flag === 'new' || this.#context.movedTo.has(segment.path);
    const replacing = isPathOfNow ? this.#freshRuleAt(segment.path) : undefined;
    if (replacing !== undefined) return this.#noise(change, replacing.evidence, [replacing]);
    return real(change, plainReason(change));
  }

  /** A rule of this visit for the text at a path. Whatever was there before was replaced. */
  #freshRuleAt(path: string): VolatileRule | undefined {
    return this.#context.rules.find(
      (rule) =>
        (rule.kind === 'segment' || rule.kind === 'value') &&
        this.#context.fresh.has(rule) &&
        rule.place.path === path,
    );
  }

  #changed(change: Extract<SegmentChange, { readonly flag: 'changed' }>, around: Surroundings): JudgedChange {
    const { before, after, isMoved } = change;
    const paths = [before.path, after.path];
    const excuses: VolatileRule[] = [];
    const unknown: VolatileRule[] = [];
    let hasTimePassed = false;
    const isOnlyMarkUp = before.text === after.text;
    const whole = (difference: string): JudgedChange => this.#wholeText(change, around, difference);
    if (isMoved) {
      const rule = this.#orderRule(before, after);
      if (rule === undefined) return whole('it also moved');
      excuses.push(rule);
    }
    if (!sameWords(before, after)) {
      const hunks = hunksOf(...comparableTokens(before, this.#context.lastAt, after, this.#context.nowAt));
      hasTimePassed = hunks.length === 0 && !isOnlyMarkUp;
      for (const hunk of hunks) {
        const rule = this.#valueRule(hunk, paths, around);
        if (rule === undefined) return whole('different words');
        excuses.push(rule);
        if (!knowsValue(rule, hunk)) unknown.push(rule);
      }
    }
    if (!sameLinks(before, after, this.#context.identity)) {
      const rules = this.#linkRules(before, after, paths, around);
      if (rules === null) return whole('a link or image has a different address');
      excuses.push(...rules);
      unknown.push(...rules.filter((rule) => !knowsLink(rule, after)));
    }
    const reasons = [...new Set(excuses.map(({ evidence }) => evidence))];
    if (reasons.length === 0)
      reasons.push(isOnlyMarkUp ? 'only its mark-up differs' : 'only the time moved on');
    else if (hasTimePassed) reasons.unshift('the time moved on');
    return this.#verdict(change, reasons.join('; '), excuses, unknown);
  }

  /** Noise if the whole text is drawn; otherwise the difference is the change. */
  #wholeText(
    change: Extract<SegmentChange, { readonly flag: 'changed' }>,
    around: Surroundings,
    difference: string,
  ): JudgedChange {
    const { before, after } = change;
    // Both texts are known to be drawn at this path: then it does not matter what is around it.
    const known = before.path === after.path ? this.#knowingRule(before, after) : undefined;
    if (known !== undefined) return this.#verdict(change, known.evidence, [known], []);
    const rule = this.#segmentRule([before.path, after.path], around, () => true);
    return rule === undefined ? real(change, difference) : this.#noise(change, rule.evidence, [rule]);
  }

  /** The rule for texts that are drawn at the path of two texts, if both were drawn before. */
  #knowingRule(before: Segment, after: Segment): VolatileRule | undefined {
    const { texts, rules } = this.#context;
    if (!texts.knows(before) || !texts.knows(after)) return undefined;
    const rule = rules.find(
      (candidate) =>
        candidate.kind === 'segment' &&
        placeKind(candidate.place) === placeKind(after) &&
        !this.#used.has(candidate),
    );
    if (rule !== undefined) this.#used.add(rule);
    return rule;
  }

  #segmentRule(
    paths: readonly string[],
    around: Surroundings,
    explains: (rule: SegmentRule) => boolean,
  ): VolatileRule | undefined {
    const rule = this.#context.rules.find(
      (candidate) =>
        candidate.kind === 'segment' &&
        explains(candidate) &&
        !this.#used.has(candidate) &&
        this.#isAt(candidate, paths, around),
    );
    if (rule !== undefined) this.#used.add(rule);
    return rule;
  }

  #valueRule(hunk: Hunk, paths: readonly string[], around: Surroundings): ValueRule | undefined {
    return this.#context.rules.find((rule): rule is ValueRule => {
      if (rule.kind !== 'value') return false;
      const { before, after, shape } = rule.value;
      if (!sameTokens(before, hunk.before) || !sameTokens(after, hunk.after)) return false;
      if (!tokensFit(hunk.removed, shape) || !tokensFit(hunk.added, shape)) return false;
      if (this.#isAt(rule, paths, around)) return true;
      if (paths.every((path) => isInList(path, rule.place.path))) return true;
      // Words around a value identify it anywhere on pages of this kind, and so do words that were drawn before.
      const hasLabel = [...before, ...after].some((token) => /\p{L}{3}/u.test(token));
      const isDrawn = shape === 'words' && knowsValue(rule, hunk);
      return (
        (hasLabel || isDrawn) && paths.some((path) => withoutCounts(path) === withoutCounts(rule.place.path))
      );
    });
  }

  #linkRules(
    before: Segment,
    after: Segment,
    paths: readonly string[],
    around: Surroundings,
  ): readonly LinkRule[] | null {
    const differences = linkDifferences(before, after, this.#context.identity);
    const used: LinkRule[] = [];
    if (differences === null) {
      const rule = this.#linkRule(anyLink.index, null, paths, around);
      return rule === undefined ? null : [rule];
    }
    for (const { index, parameters } of differences) {
      if (this.#showsClock(before.links[index]?.url ?? '', after.links[index]?.url ?? '')) continue;
      for (const parameter of parameters ?? [null]) {
        const rule = this.#linkRule(index, parameter, paths, around);
        if (rule === undefined) return null;
        used.push(rule);
      }
    }
    return used;
  }

  /** Whether two addresses differ only in the time of their pages: "show changes since 10:30". */
  #showsClock(before: string, after: string): boolean {
    const { lastAt, nowAt } = this.#context;
    const [old, now] = [before, after].map((url) => url.replace(/%[0-9a-f]{2}|[+_]/gi, decodeEscape));
    return differInTimeOnly({ text: old ?? '', at: lastAt }, { text: now ?? '', at: nowAt });
  }

  #linkRule(
    index: number,
    parameter: string | null,
    paths: readonly string[],
    around: Surroundings,
  ): LinkRule | undefined {
    return this.#context.rules.find(
      (rule): rule is LinkRule =>
        rule.kind === 'link' &&
        rule.link.index === index &&
        (rule.link.parameter === null || rule.link.parameter === parameter) &&
        this.#isAt(rule, paths, around),
    );
  }

  #noise(change: SegmentChange, reason: string, rules: readonly VolatileRule[]): JudgedChange {
    const { after } = change;
    const unknown = after === null ? [] : rules.filter((rule) => !this.#isKnown(rule, after));
    return this.#verdict(change, reason, rules, unknown);
  }

  /** Whether a rule knows what a segment says now. */
  #isKnown(rule: VolatileRule, after: Segment): boolean {
    return rule.kind === 'order' || (rule.kind === 'segment' && this.#context.texts.knows(after));
  }

  /** Noise; `unknown` are the rules that never saw what is at their place now. */
  #verdict(
    change: SegmentChange,
    reason: string,
    rules: readonly VolatileRule[],
    unknown: readonly VolatileRule[],
  ): JudgedChange {
    const endless = unknown.filter((rule) => isEndless(drawsOf(rule)));
    return { change, isNoise: true, reason, rules, isCertain: endless.length === unknown.length, endless };
  }

  #isAt(rule: VolatileRule, paths: readonly string[], around: Surroundings): boolean {
    if (this.#context.fresh.has(rule)) return paths.includes(rule.place.path);
    return isAtPlace(rule.place, paths, around);
  }
}

function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, index) => token === b[index]);
}

/** Numbers and codes at a volatile place say nothing, whatever they are. Words do, unless they were drawn there before. */
function knowsValue({ value: { shape, words } }: ValueRule, { removed, added }: Hunk): boolean {
  if (shape !== 'words') return true;
  const known = new Set(words);
  return [...drawableWords(removed), ...drawableWords(added)].every((word) => known.has(word));
}

function knowsLink({ link: { index, parameter }, addresses = [] }: LinkRule, { links }: Segment): boolean {
  if (parameter !== null) return true;
  const shown = index < 0 ? links : links.slice(index, index + 1);
  return shown.every(({ url }) => addresses.includes(url));
}

/** `10%3A30` is 10:30, and a plus or a bar below the line is a space. */
function decodeEscape(code: string): string {
  return code.length === 1 ? ' ' : String.fromCharCode(Number.parseInt(code.slice(1), 16));
}

function withoutCounts(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function real(change: SegmentChange, reason: string): JudgedChange {
  return { change, isNoise: false, reason, rules: [], isCertain: true, endless: [] };
}
