import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments, type SegmentChange, type Snapshot } from '../compare/compare-segments.ts';
import { sameWords } from '../compare/segment-likeness.ts';
import { asWritten, type LinkIdentity, linkDifferences, sameLinks } from '../compare/segment-links.ts';
import { DrawnLists } from './drawn-list.ts';
import { knowsText } from './known-noise.ts';
import { PagePlaces } from './page-places.ts';
import { isAtPlace, isInList, type Surroundings, surroundingsOf } from './rule-place.ts';
import { comparableTokens, type Hunk, hunksOf, tokensFit } from './token-differences.ts';
import type { SegmentRule, VolatileRule } from './volatile-rule.ts';

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
    const isCertain = segments.every((segment) => lists.knows(segment));
    return { change, isNoise: true, reason, rules: [...new Set(rules)], isCertain };
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
    const rule = this.#segmentRule([segment.path], around, (candidate) =>
      change.flag === 'new'
        ? this.#context.fresh.has(candidate) || (this.#context.hasTwin && candidate.mayBeAbsent)
        : candidate.mayBeAbsent || candidate.texts.includes(hashText(segment)),
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
    let hasTimePassed = false;
    if (isMoved) {
      const rule = this.#orderRule(before, after);
      if (rule === undefined) return this.#wholeText(change, paths, around, 'it also moved');
      excuses.push(rule);
    }
    if (!sameWords(before, after)) {
      const hunks = hunksOf(...comparableTokens(before, this.#context.lastAt, after, this.#context.nowAt));
      hasTimePassed = hunks.length === 0;
      for (const hunk of hunks) {
        const rule = this.#valueRule(hunk, paths, around);
        if (rule === undefined) return this.#wholeText(change, paths, around, 'different words');
        excuses.push(rule);
      }
    }
    if (!sameLinks(before, after, this.#context.identity)) {
      const rules = this.#linkRules(before, after, paths, around);
      if (rules === null)
        return this.#wholeText(change, paths, around, 'a link or image has a different address');
      excuses.push(...rules);
    }
    const reasons = [...new Set(excuses.map(({ evidence }) => evidence))];
    if (reasons.length === 0) reasons.push('only the time moved on');
    else if (hasTimePassed) reasons.unshift('the time moved on');
    return this.#noise(change, reasons.join('; '), excuses);
  }

  /** Noise if the whole text rotates; otherwise the difference is the change. */
  #wholeText(
    change: SegmentChange,
    paths: readonly string[],
    around: Surroundings,
    difference: string,
  ): JudgedChange {
    const rule = this.#segmentRule(paths, around, () => true);
    return rule === undefined ? real(change, difference) : this.#noise(change, rule.evidence, [rule]);
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

  #valueRule(hunk: Hunk, paths: readonly string[], around: Surroundings): VolatileRule | undefined {
    return this.#context.rules.find((rule) => {
      if (rule.kind !== 'value') return false;
      const { before, after, shape } = rule.value;
      if (!sameTokens(before, hunk.before) || !sameTokens(after, hunk.after)) return false;
      if (!tokensFit(hunk.removed, shape) || !tokensFit(hunk.added, shape)) return false;
      if (this.#isAt(rule, paths, around)) return true;
      // Words around a value identify it anywhere on pages of this kind.
      const hasLabel = [...before, ...after].some((token) => /\p{L}{3}/u.test(token));
      return hasLabel && paths.some((path) => withoutCounts(path) === withoutCounts(rule.place.path));
    });
  }

  #linkRules(
    before: Segment,
    after: Segment,
    paths: readonly string[],
    around: Surroundings,
  ): readonly VolatileRule[] | null {
    const differences = linkDifferences(before, after, this.#context.identity);
    if (differences === null) return null;
    const used: VolatileRule[] = [];
    for (const { index, parameters } of differences) {
      for (const parameter of parameters ?? [null]) {
        const rule = this.#context.rules.find(
          (candidate) =>
            candidate.kind === 'link' &&
            candidate.link.index === index &&
            (candidate.link.parameter === null || candidate.link.parameter === parameter) &&
            this.#isAt(candidate, paths, around),
        );
        if (rule === undefined) return null;
        used.push(rule);
      }
    }
    return used;
  }

  #noise(change: SegmentChange, reason: string, rules: readonly VolatileRule[]): JudgedChange {
    const isCertain = rules.every((rule) => this.#isKnown(rule, change));
    return { change, isNoise: true, reason, rules, isCertain };
  }

  /**
   * Whether a rule knows what a segment says now. Numbers, codes and parameters at a volatile place say nothing, whatever
   * they are. Words and addresses do, unless they were seen there before.
   */
  #isKnown(rule: VolatileRule, { flag, before, after }: SegmentChange): boolean {
    if (after === null || rule.kind === 'order' || rule.kind === 'list') return true;
    if (rule.kind === 'link') {
      const address = after.links[rule.link.index]?.url ?? '';
      return rule.link.parameter !== null || (rule.addresses?.includes(address) ?? false);
    }
    if (rule.kind === 'value') return flag === 'changed' && rule.value.shape !== 'words';
    return knowsText(rule, { before, beforeAt: this.#context.lastAt, after, afterAt: this.#context.nowAt });
  }

  #isAt(rule: VolatileRule, paths: readonly string[], around: Surroundings): boolean {
    if (this.#context.fresh.has(rule)) return paths.includes(rule.place.path);
    return isAtPlace(rule.place, paths, around);
  }
}

function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, index) => token === b[index]);
}

function withoutCounts(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function real(change: SegmentChange, reason: string): JudgedChange {
  return { change, isNoise: false, reason, rules: [], isCertain: true };
}
