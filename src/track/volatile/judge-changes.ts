import { hashText, type Segment } from '../../document/index.ts';
import { compareSegments } from '../compare/compare-segments.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity, sameLinks, sameWords } from '../compare/segment-links.ts';
import { type Hunk, hunksOf } from './hunks.ts';
import { knowsText } from './knows-text.ts';
import { comparableTokens } from './leaf-tokens.ts';
import { linkDifferences } from './link-difference.ts';
import { isAtPlace, isInList, type Surroundings, steadyNeighbours } from './place.ts';
import type { Snapshot } from './snapshot.ts';
import { fitsShape } from './value-shape.ts';
import type { SegmentRule, VolatileRule } from './volatile-rule.ts';

/** A difference to the last good version, and what is believed of it. */
export interface JudgedChange {
  readonly change: SegmentChange;
  readonly isNoise: boolean;
  /** Why, in words (X6). */
  readonly reason: string;
  /** The rules that made it noise; none for a time that ran on. */
  readonly rules: readonly VolatileRule[];
  /** False when a rule hides words that may also be new there for good: one more fetch would tell. */
  readonly isCertain: boolean;
}

export interface JudgeOptions {
  readonly identity?: LinkIdentity;
  /** Rules that were learned from this very fetch: their path is exact, whatever stands around. */
  readonly exact?: readonly VolatileRule[];
  /** Whether a second fetch stands behind the judgement. */
  readonly hasTwin?: boolean;
}

/** Every difference between two versions, told apart into noise and the rest. What is the same is not told. */
export function judgeChanges(
  last: Snapshot,
  now: Snapshot,
  rules: readonly VolatileRule[],
  { identity = asWritten, exact = [], hasTwin = false }: JudgeOptions = {},
): readonly JudgedChange[] {
  const changes = compareSegments(last.segments, now.segments, identity);
  const around = steadyNeighbours(changes);
  const movedTo = new Set(changes.flatMap(({ flag, after }) => (flag === 'moved' ? [after.path] : [])));
  const judge = new ChangeJudge(last.at, now.at, rules, exact, identity, hasTwin, movedTo);
  const judged: JudgedChange[] = [];
  for (const [place, change] of changes.entries()) {
    if (change.flag !== 'same') judged.push(judge.judge(change, around[place] as Surroundings));
  }
  return judged;
}

class ChangeJudge {
  readonly #lastAt: number | null;
  readonly #nowAt: number | null;
  readonly #rules: readonly VolatileRule[];
  readonly #exact: ReadonlySet<VolatileRule>;
  readonly #identity: LinkIdentity;
  readonly #hasTwin: boolean;
  /** Where leaves of the last version stand now that stood elsewhere. */
  readonly #movedTo: ReadonlySet<string>;
  /** A rule for a whole segment explains one difference a visit: a second leaf there is not the advert. */
  readonly #used = new Set<VolatileRule>();

  constructor(
    lastAt: number | null,
    nowAt: number | null,
    rules: readonly VolatileRule[],
    exact: readonly VolatileRule[],
    identity: LinkIdentity,
    hasTwin: boolean,
    movedTo: ReadonlySet<string>,
  ) {
    this.#movedTo = movedTo;
    this.#hasTwin = hasTwin;
    this.#lastAt = lastAt;
    this.#nowAt = nowAt;
    this.#rules = [...exact, ...rules].filter(({ isOff }) => !isOff);
    this.#exact = new Set(exact);
    this.#identity = identity;
  }

  judge(change: SegmentChange, around: Surroundings): JudgedChange {
    switch (change.flag) {
      case 'same':
        return real(change, 'the same');
      case 'moved':
        return this.#moved(change, change.before, change.after);
      case 'changed':
        return this.#changed(change, around);
      case 'new':
        return this.#single(change, change.after, around);
      case 'gone':
        return this.#single(change, change.before, around);
    }
  }

  /** An advert that now stands where another advert stood has not moved: each place drew one. */
  #moved(change: SegmentChange, before: Segment, after: Segment): JudgedChange {
    const rule = this.#orderRule(before, after);
    if (rule !== undefined) return this.#noise(change, rule.evidence, [rule]);
    // The words are old, so the paths are enough.
    const [from, to] = [before, after].map(({ path }) =>
      this.#rules.find(({ kind, place }) => (kind === 'segment' || kind === 'value') && place.path === path),
    );
    if (from !== undefined && to !== undefined) return this.#noise(change, to.evidence, [from, to]);
    return real(change, `moved from ${before.path} to ${after.path}`);
  }

  #orderRule(before: Segment, after: Segment): VolatileRule | undefined {
    return this.#rules.find(
      ({ kind, place }) =>
        kind === 'order' && isInList(before.path, place.path) && isInList(after.path, place.path),
    );
  }

  /**
   * An advert that is gone is no change where sometimes none stands, or when it is known for one. One that came may also be
   * a new paragraph in its place: without a second fetch no rule can tell.
   */
  #single(change: SegmentChange, segment: Segment, around: Surroundings): JudgedChange {
    const rule = this.#segmentRule([segment.path], around, (candidate) =>
      change.flag === 'new'
        ? this.#exact.has(candidate) || (this.#hasTwin && candidate.mayBeAbsent)
        : candidate.mayBeAbsent || candidate.texts.includes(hashText(segment)),
    );
    if (rule !== undefined) return this.#noise(change, rule.evidence, [rule]);
    // Paths are those of now: what is gone stood at this one only if something else was put in its place.
    const isThere = change.flag === 'new' || this.#movedTo.has(segment.path);
    const drawn = isThere ? this.#drawnAt(segment.path) : undefined;
    if (drawn !== undefined) return this.#noise(change, drawn.evidence, [drawn]);
    return real(change, change.flag === 'new' ? `new ${segment.kind}` : `${segment.kind} is gone`);
  }

  /** What the fetches of this very visit drew at a path. Whatever stood there before has made way for it. */
  #drawnAt(path: string): VolatileRule | undefined {
    return this.#rules.find(
      (rule) =>
        (rule.kind === 'segment' || rule.kind === 'value') &&
        this.#exact.has(rule) &&
        rule.place.path === path,
    );
  }

  #changed(change: Extract<SegmentChange, { readonly flag: 'changed' }>, around: Surroundings): JudgedChange {
    const { before, after, isMoved } = change;
    const paths = [before.path, after.path];
    const excused: VolatileRule[] = [];
    let ranOn = false;
    if (isMoved) {
      const rule = this.#orderRule(before, after);
      if (rule === undefined) return this.#whole(change, paths, around, 'moved and changed');
      excused.push(rule);
    }
    if (!sameWords(before, after)) {
      const [old, now] = comparableTokens(before, this.#lastAt, after, this.#nowAt);
      const hunks = hunksOf(old, now);
      ranOn = hunks.length === 0;
      for (const hunk of hunks) {
        const rule = this.#valueRule(hunk, paths, around);
        if (rule === undefined) return this.#whole(change, paths, around, 'other words');
        excused.push(rule);
      }
    }
    if (!sameLinks(before, after, this.#identity)) {
      const rules = this.#linkRules(before, after, paths, around);
      if (rules === null) return this.#whole(change, paths, around, 'a link or an image has another address');
      excused.push(...rules);
    }
    const reasons = [...new Set(excused.map(({ evidence }) => evidence))];
    if (ranOn) reasons.unshift('only the time ran on');
    return this.#noise(change, reasons.join('; ') || 'only the time ran on', excused);
  }

  #whole(
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
    const rule = this.#rules.find(
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
    return this.#rules.find((rule) => {
      if (rule.kind !== 'value') return false;
      const { before, after, shape } = rule.value;
      if (!sameTokens(before, hunk.before) || !sameTokens(after, hunk.after)) return false;
      if (!fitsShape(hunk.removed, shape) || !fitsShape(hunk.added, shape)) return false;
      if (this.#isAt(rule, paths, around)) return true;
      // Words around a value tell it from others, wherever it stands on pages of this kind.
      const hasLabel = [...before, ...after].some((token) => /\p{L}{3}/u.test(token));
      return hasLabel && paths.some((path) => withoutNumbers(path) === withoutNumbers(rule.place.path));
    });
  }

  #linkRules(
    before: Segment,
    after: Segment,
    paths: readonly string[],
    around: Surroundings,
  ): readonly VolatileRule[] | null {
    const differences = linkDifferences(before, after, this.#identity);
    if (differences === null) return null;
    const used: VolatileRule[] = [];
    for (const { index, parameters } of differences) {
      for (const parameter of parameters ?? [null]) {
        const rule = this.#rules.find(
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
    const isCertain = rules.every((rule) => this.#knows(rule, change));
    return { change, isNoise: true, reason, rules, isCertain };
  }

  /**
   * Numbers and codes that are drawn at a place say nothing, whatever they are, nor do parameters; words and addresses do,
   * unless they were drawn there before.
   */
  #knows(rule: VolatileRule, { flag, before, after }: SegmentChange): boolean {
    if (after === null || rule.kind === 'order') return true;
    if (rule.kind === 'link') {
      const address = after.links[rule.link.index]?.url ?? '';
      return rule.link.parameter !== null || (rule.addresses?.includes(address) ?? false);
    }
    if (rule.kind === 'value') return flag === 'changed' && rule.value.shape !== 'words';
    return knowsText(rule, { before, beforeAt: this.#lastAt, after, afterAt: this.#nowAt });
  }

  #isAt(rule: VolatileRule, paths: readonly string[], around: Surroundings): boolean {
    if (this.#exact.has(rule)) return paths.includes(rule.place.path);
    return isAtPlace(rule.place, paths, around);
  }
}

function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token, place) => token === b[place]);
}

function withoutNumbers(path: string): string {
  return path.replace(/\[\d+\]/g, '');
}

function real(change: SegmentChange, reason: string): JudgedChange {
  return { change, isNoise: false, reason, rules: [], isCertain: true };
}
