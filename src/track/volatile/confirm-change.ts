import { type Segment, splitTokens } from '../../document/index.ts';
import { placeName } from '../compare/place-texts.ts';
import type { SegmentChange } from '../compare/segment-change.ts';
import { asWritten, type LinkIdentity, sameWords } from '../compare/segment-links.ts';
import { similarity } from '../compare/similarity.ts';
import { Agreement } from './agreement.ts';
import { DrawnRegions } from './drawn-region.ts';
import { type JudgedChange, judgeChanges } from './judge-changes.ts';
import { knowsText, type TextChange } from './knows-text.ts';
import { learnVolatile } from './learn-volatile.ts';
import { sharedList } from './place.ts';
import type { Snapshot } from './snapshot.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** What remains of a suspected update once the page was fetched again. */
export interface ConfirmedChange {
  /** What all fetches of this visit agree on, and the last good version does not have. */
  readonly changes: readonly JudgedChange[];
  readonly noise: readonly JudgedChange[];
  /** What differs between the fetches of this visit, as rules for the next one. */
  readonly learned: readonly VolatileRule[];
  /** Rules at whose place all fetches agreed on words that are new: they do not hold there. */
  readonly contradicted: readonly VolatileRule[];
  /** Everything in `changes` stands where something is drawn: fetches may have drawn the same. One more would tell. */
  readonly isDoubtful: boolean;
}

export interface ConfirmOptions {
  readonly identity?: LinkIdentity;
  readonly rules?: readonly VolatileRule[];
}

/**
 * Tells a change from noise by one more fetch of the same moment, or several (X1). What differs between them is noise
 * and is learned; what they agree on is the change. No rule hides words that are new in all of them.
 */
export function confirmChange(
  last: Snapshot,
  now: Snapshot,
  twins: Snapshot | readonly Snapshot[],
  { identity = asWritten, rules = [] }: ConfirmOptions = {},
): ConfirmedChange {
  const others = 'segments' in twins ? [twins] : twins;
  const learned = new Map<string, VolatileRule>();
  for (const twin of others)
    for (const rule of learnVolatile(now, twin, identity)) learned.set(rule.id, rule);
  const exact = [...learned.values()];
  const agreement = new Agreement(last, now, others, identity);
  let known: DrawnRegions | null = null;
  /** Looked at only where an edit is not plain to see. */
  const regions = (): DrawnRegions => {
    known ??= new DrawnRegions(agreement, identity, last, now, others);
    return known;
  };
  const wasDrawn = (before: Segment | null, after: Segment): boolean =>
    wasDrawnBefore({ before, beforeAt: last.at, after, afterAt: now.at }, rules);
  const changes: JudgedChange[] = [];
  const noise: JudgedChange[] = [];
  const contradicted = new Set<VolatileRule>();
  let isDoubtful = true;
  for (const one of judgeChanges(last, now, rules, { identity, exact, hasTwin: true })) {
    const verdict = weigh(one, agreement, regions, rules, wasDrawn);
    if (verdict.is === 'noise') {
      noise.push({ ...one, isNoise: true, reason: verdict.reason ?? one.reason });
      continue;
    }
    changes.push({ ...one, isNoise: false, reason: verdict.reason ?? one.reason });
    isDoubtful &&= verdict.is === 'doubtful';
    if (!one.isNoise) continue;
    for (const rule of one.rules) if (!learned.has(rule.id) && !isAboutPart(rule)) contradicted.add(rule);
  }
  return {
    changes,
    noise,
    learned: exact,
    contradicted: [...contradicted],
    isDoubtful: isDoubtful && changes.length > 0,
  };
}

/** Where only a part of a line is drawn, the rest of it may be edited, and the rule still holds. */
function isAboutPart(rule: VolatileRule): boolean {
  return rule.kind === 'segment' && rule.texts.length === 0;
}

interface Verdict {
  readonly is: 'noise' | 'change' | 'doubtful';
  /** Null when it is what the rules say. */
  readonly reason: string | null;
}

/** What becomes of a difference in the light of the other fetches. */
function weigh(
  one: JudgedChange,
  agreement: Agreement,
  regions: () => DrawnRegions,
  rules: readonly VolatileRule[],
  wasDrawn: (before: Segment | null, after: Segment) => boolean,
): Verdict {
  const { change, isNoise } = one;
  const { flag, before, after } = change;
  if (after === null) return isNoise ? { is: 'noise', reason: null } : weighLoss(agreement, regions, before);
  // At another kind of place it is another leaf: one is gone here, and one came there.
  if (before !== null && placeName(before) !== placeName(after)) {
    const isLost = !wasDrawn(null, before);
    const loss: Verdict = isLost ? weighLoss(agreement, regions, before) : { is: 'noise', reason: null };
    if (flag === 'changed' && loss.is !== 'noise') return loss;
    if (flag === 'moved' && regions().stoodThere(after)) return loss;
  }
  if (agreement.isDrawn(change))
    return { is: 'noise', reason: 'another fetch of the same moment had it not, or elsewhere' };
  if (flag === 'moved') {
    if (wasDrawn(before, after)) return { is: 'noise', reason: 'it was drawn there before' };
    if (!isNoise) return { is: regions().kindAt(after) === 'drawn' ? 'doubtful' : 'change', reason: null };
    const isOrdered = one.rules.every(({ kind }) => kind !== 'order');
    return { is: isOrdered && agreement.isSteady(after) ? 'doubtful' : 'noise', reason: null };
  }
  // Where every fetch has all of the list, each in its own order, nothing of it is drawn.
  const isShuffled = (): boolean => regions().kindAt(after) === 'shuffled';
  if (wasDrawn(before, after) && !isShuffled()) return { is: 'noise', reason: 'it was drawn there before' };
  if (flag === 'changed' && linksWereDrawn(before, after, rules))
    return { is: 'noise', reason: 'it was drawn there before' };
  if (flag === 'new' && regions().stoodThere(after)) return { is: 'noise', reason: 'its list had it before' };
  const isSteady = agreement.isSteady(after);
  if (isSteady && !isNoise)
    return { is: isVolatilePlace(after, rules) ? 'doubtful' : 'change', reason: null };
  const news = agreement.news(change, drawnWords(change, isSteady, rules));
  if (news === null)
    return { is: 'noise', reason: isNoise ? null : 'fetches of the same moment differ there, too' };
  return { is: isShuffled() ? 'change' : 'doubtful', reason: `new in every fetch: ${news}` };
}

/** What becomes of a leaf that is not there any more. */
function weighLoss(agreement: Agreement, regions: () => DrawnRegions, before: Segment): Verdict {
  if (agreement.standsInTwin(before))
    return { is: 'noise', reason: 'another fetch of the same moment still had it' };
  if (regions().isStillThere(before)) return { is: 'noise', reason: 'its list still has it' };
  if (regions().madeWay(before)) return { is: 'noise', reason: 'what is drawn there is another one now' };
  return { is: regions().kindAt(before) === 'drawn' ? 'doubtful' : 'change', reason: null };
}

/** Two texts that share less are two lines. */
const alike = 0.4;

/**
 * The words that were drawn in the line of a leaf, or in lines like it. Where this visit's fetches differ, the words of other
 * draws count as well; where they agree, only those of a line that is otherwise the same.
 */
function drawnWords(
  { before, after }: SegmentChange,
  isSteady: boolean,
  rules: readonly VolatileRule[],
): ReadonlySet<string> {
  const words = new Set<string>();
  if (before === null || after === null) return words;
  const isOneLine = similarity(before.tokens, after.tokens) >= alike;
  for (const rule of rules) {
    if (rule.kind !== 'segment' || rule.isOff || placeName(rule.place) !== placeName(after)) continue;
    if (isOneLine || !isSteady) for (const word of rule.words ?? []) words.add(word);
    if (isSteady || rule.place.path !== after.path) continue;
    for (const text of rule.examples) for (const word of splitTokens(text)) words.add(word);
  }
  return words;
}

/** Whether something is drawn at the path of a leaf on pages of this kind. */
function isVolatilePlace({ path }: Segment, rules: readonly VolatileRule[]): boolean {
  return rules.some(({ kind, place, isOff }) => kind !== 'order' && !isOff && place.path === path);
}

/** Whether a leaf says the same, and earlier twins drew the addresses that differ. */
function linksWereDrawn(before: Segment, after: Segment, rules: readonly VolatileRule[]): boolean {
  if (!sameWords(before, after)) return false;
  return after.links.every(({ url }, index) => {
    if (before.links[index]?.url === url) return true;
    return rules.some(
      (rule) =>
        rule.kind === 'link' &&
        !rule.isOff &&
        rule.place.path === after.path &&
        rule.link.index === index &&
        rule.addresses?.includes(url),
    );
  });
}

/**
 * Whether earlier twins drew the same text at the place, or in a list of such places: an advert that comes again is no news,
 * though all fetches have it.
 */
function wasDrawnBefore(change: TextChange, rules: readonly VolatileRule[]): boolean {
  const { after } = change;
  const drawn = rules.filter((rule) => rule.kind === 'segment' && !rule.isOff);
  const knows = drawn.filter((rule) => rule.kind === 'segment' && knowsText(rule, change));
  if (knows.some(({ place }) => place.path === after.path)) return true;
  // One advert among paragraphs does not make a list of them.
  return knows.some(({ place: { path } }) => {
    const list = sharedList(path, after.path);
    return (
      list !== null && drawn.filter(({ place }) => sharedList(place.path, after.path) === list).length > 1
    );
  });
}
