import type { Segment } from '../../document/index.ts';
import { PageClocks } from '../clock/page-clocks.ts';
import { differInTimeOnly } from '../clock/same-times.ts';
import { compareSegments, type SegmentChange } from '../compare/compare-segments.ts';
import { sameWords } from '../compare/segment-likeness.ts';
import { asWritten, type LinkIdentity, linkDifferences, sameLinks } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { ownPath, withOwnPaths, withPathsOf } from './aligned-paths.ts';
import { ApplicableRules, knowsLink, knowsValue } from './applicable-rules.ts';
import {
  type JudgedChange,
  type NoiseInside,
  noisyChange,
  plainReason,
  realChange,
} from './judged-change.ts';
import { PagePlaces } from './page-places.ts';
import { RotatingLists } from './rotating-list.ts';
import { type Surroundings, surroundingsOf } from './rule-place.ts';
import { comparableTokens, differInBuildTimeOnly, hunksOf, movedTimes } from './token-differences.ts';
import { anyLink, type LinkRule, type ListRule, type VolatileRule } from './volatile-rule.ts';

interface JudgeOptions {
  readonly identity?: LinkIdentity;
  /** Rules learned from this very fetch: they apply at their path, whatever is around it. */
  readonly fresh?: readonly VolatileRule[];
  /** Whether a second fetch backs the judgement. */
  readonly hasTwin?: boolean;
}

/** Every difference between two versions, and whether the rules make it noise. Equal segments are left out. */
export function judgeChanges(
  last: Snapshot,
  now: Snapshot,
  rules: readonly VolatileRule[],
  options: JudgeOptions = {},
): readonly JudgedChange[] {
  return judgeAligned(withPathsOf(now, last), now, rules, options).map((judged) => ({
    ...judged,
    change: withOwnPaths(judged.change),
  }));
}

/** The same for a last version that has the paths of the current one. */
export function judgeAligned(
  last: Snapshot,
  now: Snapshot,
  rules: readonly VolatileRule[],
  { identity = asWritten, fresh = [], hasTwin = false }: JudgeOptions = {},
): readonly JudgedChange[] {
  const changes = compareSegments(last.segments, now.segments, identity);
  if (changes.every(({ flag }) => flag === 'same')) return [];
  const active = [...fresh, ...rules].filter(({ isOff }) => !isOff);
  const places = new PagePlaces([now.segments, last.segments], [changes]);
  const surroundings = surroundingsOf(changes);
  const judge = new ChangeJudge({
    last,
    now,
    clocks: new PageClocks(changes, last.at, now.at),
    rules: new ApplicableRules(active, fresh),
    places,
    lists: new RotatingLists(active, changes, places, hasTwin),
    identity,
    hasTwin,
    movedTo: new Set(changes.flatMap(({ flag, after }) => (flag === 'moved' ? [after.path] : []))),
  });
  const judged: JudgedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const compared = judge.leavingList(change) ?? change;
    if (compared.flag !== 'same') judged.push(judge.judge(compared, surroundings[index] as Surroundings));
  }
  return judged;
}

interface JudgeContext {
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly clocks: PageClocks;
  readonly rules: ApplicableRules;
  readonly places: PagePlaces;
  readonly lists: RotatingLists;
  readonly identity: LinkIdentity;
  readonly hasTwin: boolean;
  /** The paths that segments moved to. */
  readonly movedTo: ReadonlySet<string>;
}

class ChangeJudge {
  readonly #context: JudgeContext;

  constructor(context: JudgeContext) {
    this.#context = context;
  }

  /** An equal text at another location is not the same item if one of the two locations shows some of many items. */
  leavingList(change: SegmentChange): SegmentChange | null {
    if (change.flag !== 'same') return null;
    const { places, lists } = this.#context;
    const { before, after } = change;
    if (places.areAtOnePlace(before, after)) return null;
    const isRotating = [before, after].some((segment) => lists.ruleFor(segment) !== undefined);
    return isRotating ? { flag: 'moved', before, after } : null;
  }

  judge(change: SegmentChange, around: Surroundings): JudgedChange {
    const listed = this.#inRotatingLists(change);
    if (listed !== null) return listed;
    switch (change.flag) {
      case 'same':
        return realChange(change, plainReason(change));
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

  /** Whatever comes and goes in lists that show some of many items is noise; for items that were seen there before, this is certain. */
  #inRotatingLists(change: SegmentChange): JudgedChange | null {
    const { lists } = this.#context;
    const segments = [change.before, change.after].filter((segment) => segment !== null);
    const rules = segments.map((segment) => lists.ruleFor(segment));
    if (!rules.every((rule) => rule !== undefined)) return null;
    const reason = [...new Set(rules.map(({ evidence }) => evidence))].join('; ');
    const unknown = segments.flatMap((segment, index) =>
      lists.knows(segment) ? [] : [rules[index] as ListRule],
    );
    return noisyChange(change, reason, [...new Set(rules)], unknown);
  }

  #moved(change: SegmentChange, before: Segment, after: Segment): JudgedChange {
    const { rules } = this.#context;
    const rule = rules.order(before, after);
    if (rule !== undefined) return noisyChange(change, rule.evidence, [rule]);
    // An advert where another advert was has not moved: both places rotate. Its words are not new, so paths are enough.
    const [from, to] = [before, after].map(({ path }) => rules.textAt(path, false));
    if (from !== undefined && to !== undefined) return noisyChange(change, to.evidence, [from, to]);
    return realChange(change, `from ${ownPath(before)} to ${after.path}`);
  }

  /**
   * A text that went is noise where something is sometimes missing, or if the text itself is known. A text that came may
   * also be a new paragraph at that place: without a second fetch no rule can decide.
   */
  #newOrGone(change: SegmentChange, segment: Segment, around: Surroundings): JudgedChange {
    const { rules, hasTwin, movedTo } = this.#context;
    const visitors = rules.visitorsLine(change.before, change.after);
    if (visitors !== undefined) return noisyChange(change, visitors.evidence, [visitors], [visitors]);
    if (rules.comesAndGoes(segment))
      return noisyChange(change, 'an earlier fetch had it at such a place, and another had not');
    const rule = rules.wholeText([segment.path], around, (candidate) =>
      change.flag === 'new'
        ? rules.isFresh(candidate) || (hasTwin && candidate.mayBeAbsent)
        : candidate.mayBeAbsent || rules.knowsText(segment),
    );
    if (rule !== undefined) return this.#byTextRule(change, rule);
    // Fresh rules have the current paths. A gone segment was at such a path only if another segment has moved there since.
    const isPathOfNow = change.flag === 'new' || movedTo.has(segment.path);
    const replacing = isPathOfNow ? rules.textAt(segment.path, true) : undefined;
    return replacing === undefined
      ? realChange(change, plainReason(change))
      : this.#byTextRule(change, replacing);
  }

  #changed(change: Extract<SegmentChange, { readonly flag: 'changed' }>, around: Surroundings): JudgedChange {
    const { rules, last, now, clocks, identity } = this.#context;
    const { before, after, isMoved } = change;
    const paths = [before.path, after.path];
    const excuses: VolatileRule[] = [];
    const unknown: VolatileRule[] = [];
    let hasTimePassed = false;
    const isOnlyMarkUp = before.text === after.text;
    const visitors = rules.visitorsLine(before, after);
    if (visitors !== undefined) return noisyChange(change, visitors.evidence, [visitors], [visitors]);
    const whole = (difference: string): JudgedChange => this.#wholeText(change, around, difference);
    if (isMoved && !rules.areAnyItems(before, after)) {
      const rule = rules.order(before, after);
      if (rule === undefined) return whole('it also moved');
      excuses.push(rule);
    }
    const siteTime = sameWords(before, after)
      ? undefined
      : rules.siteTime(
          { text: before.text, at: last.at },
          { text: after.text, at: now.at, path: after.path },
        );
    if (siteTime !== undefined) excuses.push(siteTime);
    else if (!sameWords(before, after)) {
      const isBuildTime = differInBuildTimeOnly(before, last, after, now);
      const isClock = clocks.at(after, (location) => {
        const rule = rules.clock(location);
        if (rule !== undefined) excuses.push(rule);
        return rule !== undefined;
      });
      const hunks = isBuildTime ? [] : hunksOf(...comparableTokens(before, last.at, after, now.at, isClock));
      hasTimePassed = hunks.length === 0 && !isOnlyMarkUp;
      for (const hunk of hunks) {
        const rule = rules.value(hunk, paths, around);
        if (rule === undefined) return whole('different words');
        excuses.push(rule);
        if (!knowsValue(rule, hunk) && !rules.knowsText(after)) unknown.push(rule);
      }
    }
    if (!sameLinks(before, after, identity)) {
      const linkRules = this.#linkRules(before, after, around);
      if (linkRules === null) return whole('a link or image has a different address');
      excuses.push(...linkRules);
      unknown.push(...linkRules.filter((rule) => !knowsLink(rule, after)));
    }
    const reasons = [...new Set(excuses.map(({ evidence }) => evidence))];
    if (reasons.length === 0)
      reasons.push(isOnlyMarkUp ? 'only its mark-up differs' : 'only the time moved on');
    else if (hasTimePassed) reasons.unshift('the time moved on');
    return noisyChange(change, reasons.join('; '), excuses, unknown);
  }

  /** Noise if the whole text rotates; otherwise the difference is the change. */
  #wholeText(
    change: Extract<SegmentChange, { readonly flag: 'changed' }>,
    around: Surroundings,
    difference: string,
  ): JudgedChange {
    const { rules } = this.#context;
    const { before, after } = change;
    // Both texts are known to rotate at this path: then it does not matter what is around it.
    const known = rules.knowingBoth(before, after);
    if (known !== undefined) return noisyChange(change, known.evidence, [known]);
    const rule = rules.wholeText([before.path, after.path], around);
    return rule === undefined
      ? realChange(change, difference, this.#noiseInside(before, after, around))
      : this.#byTextRule(change, rule);
  }

  /** What would be noise if it were the only difference: a counter in the sentence whose price changed. */
  #noiseInside(before: Segment, after: Segment, around: Surroundings): NoiseInside {
    const { rules, last, now, clocks, identity } = this.#context;
    const paths = [before.path, after.path];
    const isClock = clocks.at(after, (location) => rules.clock(location) !== undefined);
    const times = movedTimes(before, last.at, after, now.at, isClock);
    const hunks = hunksOf(...comparableTokens(before, last.at, after, now.at, isClock));
    const values = hunks.flatMap((hunk) =>
      rules.value(hunk, paths, around) === undefined
        ? []
        : [{ before: hunk.removed.join(' '), after: hunk.added.join(' ') }],
    );
    const links = (linkDifferences(before, after, identity) ?? [])
      .filter(({ index, parameters }) =>
        (parameters ?? [null]).every((one) => rules.link(index, one, paths, around) !== undefined),
      )
      .flatMap(({ index }) => [before.links[index], after.links[index]])
      .filter((link) => link !== undefined);
    return { words: [...times, ...values], links: new Set(links) };
  }

  /** The rules for all links that differ; null when one of them has none. */
  #linkRules(before: Segment, after: Segment, around: Surroundings): readonly LinkRule[] | null {
    const { rules, identity } = this.#context;
    const paths = [before.path, after.path];
    const differences = linkDifferences(before, after, identity);
    if (differences === null) {
      const rule = rules.link(anyLink.index, null, paths, around);
      return rule === undefined ? null : [rule];
    }
    const used: LinkRule[] = [];
    for (const { index, parameters } of differences) {
      if (this.#showsClock(before.links[index]?.url ?? '', after.links[index]?.url ?? '')) continue;
      for (const parameter of parameters ?? [null]) {
        const rule = rules.link(index, parameter, paths, around);
        if (rule === undefined) return null;
        used.push(rule);
      }
    }
    return used;
  }

  /** Whether two addresses differ only in the time of their pages: "show changes since 10:30". */
  #showsClock(before: string, after: string): boolean {
    const { last, now } = this.#context;
    const [old, shown] = [before, after].map((url) => url.replace(/%[0-9a-f]{2}|[+_]/gi, decodeEscape));
    return differInTimeOnly({ text: old ?? '', at: last.at }, { text: shown ?? '', at: now.at });
  }

  /** Noise by a rule about words, which may never have seen what the segment says now. */
  #byTextRule(change: SegmentChange, rule: VolatileRule): JudgedChange {
    const { after } = change;
    const isKnown = after === null || (rule.kind === 'segment' && this.#context.rules.knowsText(after));
    return noisyChange(change, rule.evidence, [rule], isKnown ? [] : [rule]);
  }
}

/** `10%3A30` is 10:30, and a plus or an underscore is a space. */
function decodeEscape(code: string): string {
  return code.length === 1 ? ' ' : String.fromCharCode(Number.parseInt(code.slice(1), 16));
}
