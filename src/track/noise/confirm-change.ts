import { getOrInsert } from '../../base/index.ts';
import { type Segment, splitTokens } from '../../document/index.ts';
import type { SegmentChange } from '../compare/compare-segments.ts';
import { leastShared, placeKind, sameWords, similarity } from '../compare/segment-likeness.ts';
import { asWritten, type LinkIdentity, sameLinks } from '../compare/segment-links.ts';
import type { Snapshot } from '../compare/snapshot.ts';
import { withOwnPaths } from './aligned-paths.ts';
import { judgeAligned } from './judge-changes.ts';
import { type JudgedChange, realChange } from './judged-change.ts';
import { learnVolatileRules } from './learn-rules.ts';
import { PagePlaces } from './page-places.ts';
import { RotatingLists, rotatingPlaces } from './rotating-list.ts';
import { RotatingTexts } from './rotating-text.ts';
import { isInList, sharedList } from './rule-place.ts';
import { TwinAgreement, VisitFetches } from './twin-agreement.ts';
import { VolatileRegions } from './volatile-regions.ts';
import { anyLink, type VolatileRule } from './volatile-rule.ts';

/** What is left of a suspected update after the page was fetched again. */
export interface ConfirmedChange {
  /** What all fetches of this visit agree on, and the last good version does not have. */
  readonly changes: readonly JudgedChange[];
  readonly noise: readonly JudgedChange[];
  /** What differs between the fetches of this visit, as rules for the next one. */
  readonly learned: readonly VolatileRule[];
  /** Rules that do not hold: all fetches agree on new words at their place. */
  readonly contradicted: readonly VolatileRule[];
  /** Every change is where content rotates, so the fetches may agree by chance. One more fetch would show it. */
  readonly isDoubtful: boolean;
}

interface ConfirmOptions {
  readonly identity?: LinkIdentity;
  readonly rules?: readonly VolatileRule[];
}

/**
 * Distinguishes a change from noise by one or more further fetches at the same moment. What differs between them is noise,
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
    for (const rule of learnVolatileRules(now, twin, identity)) learned.set(rule.id, rule);
  const fresh = [...learned.values()];
  const fetches = new VisitFetches(last, now, others, identity);
  const confirmer = new ChangeConfirmer(fetches, rules);
  const changes: JudgedChange[] = [];
  const noise: JudgedChange[] = [];
  const contradicted = new Set<VolatileRule>();
  let areAllDoubtful = true;
  for (const judged of judgeAligned(fetches.last, now, rules, { identity, fresh, hasTwin: true })) {
    const { verdict, reason = judged.reason } = confirmer.decide(judged);
    if (verdict === 'noise') {
      noise.push({ ...judged, change: withOwnPaths(judged.change), isNoise: true, reason });
      continue;
    }
    changes.push({ ...judged, change: withOwnPaths(judged.change), isNoise: false, reason });
    areAllDoubtful &&= verdict === 'doubtful';
    if (!judged.isNoise) continue;
    for (const rule of judged.rules) if (!learned.has(rule.id) && !mayHoldStill(rule)) contradicted.add(rule);
  }
  return {
    changes,
    noise,
    learned: fresh,
    contradicted: [...contradicted],
    isDoubtful: areAllDoubtful && changes.length > 0,
  };
}

/** If only some words of a line or some items of a list rotate, the others may be edited while the rule still holds. */
function mayHoldStill(rule: VolatileRule): boolean {
  return (
    rule.kind === 'list' ||
    rule.kind === 'time' ||
    rule.kind === 'clock' ||
    rule.kind === 'visitor' ||
    (rule.kind === 'value' && rule.value.shape === 'words')
  );
}

/** Two fetches at the same moment show the same time, so they do not refute a clock. */
const isAboutTime = ({ kind }: VolatileRule): boolean => kind === 'time' || kind === 'clock';

/** Whether all that differs is known to vary between the words around it: some numbers are the same for a while. */
function isRotatingBefore(
  { isNoise, isCertain, rules, endless }: JudgedChange,
  known: readonly VolatileRule[],
): boolean {
  const isKnown = ({ kind, id }: VolatileRule): boolean =>
    kind === 'value' && known.some((rule) => rule.id === id);
  return isNoise && isCertain && rules.length > 0 && rules.every(isKnown) && endless.length === 0;
}

interface Decision {
  readonly verdict: 'noise' | 'change' | 'doubtful';
  /** Left out when the reason that the rules gave stays valid. */
  readonly reason?: string;
}

const noiseByRules: Decision = { verdict: 'noise' };
const seenBefore: Decision = { verdict: 'noise', reason: 'an earlier fetch had it here' };

const dividedOtherwise: Decision = { verdict: 'noise', reason: 'the same text, divided in another way' };

const isDivider = (token: string | undefined): boolean =>
  token === undefined || !/^[\p{L}\p{N}<]/u.test(token);

/** Whether a text has another one as a part between signs. */
function hasPart(text: readonly string[], part: readonly string[]): boolean {
  const own = part.slice(isDivider(part[0]) ? 1 : 0, isDivider(part.at(-1)) ? -1 : undefined);
  if (own.length < 2) return false;
  for (let at = text.indexOf(own[0] as string); at >= 0; at = text.indexOf(own[0] as string, at + 1)) {
    const isThere = own.every((token, index) => text[at + index] === token);
    const [left, right] = [text[at - 1], text[at + own.length]];
    if (isThere && isBoundary(left) && isBoundary(right)) return true;
  }
  return false;
}

/** A tag beside a text ends it, too. */
const isBoundary = (token: string | undefined): boolean =>
  isDivider(token) || token?.startsWith('<') === true;

/** In an element of more texts than this, an advert beside one of them is not looked for. */
const mostTextsBeside = 200;

/** The path of the element that holds a text. */
const elementOf = ({ path }: Pick<Segment, 'path'>): string => path.replace(/#\d+$/, '');

/** Decides about the differences of one page, using all fetches of this visit. */
class ChangeConfirmer {
  readonly #fetches: VisitFetches;
  readonly #rules: readonly VolatileRule[];
  readonly #lists: RotatingLists;
  readonly #texts: RotatingTexts;
  readonly #agreement: TwinAgreement;
  #knownRegions: VolatileRegions | null = null;
  #rotating: ReadonlySet<string> | null = null;
  readonly #byElement = new Map<readonly Segment[], ReadonlyMap<string, readonly Segment[]>>();

  constructor(fetches: VisitFetches, rules: readonly VolatileRule[]) {
    this.#fetches = fetches;
    this.#rules = rules;
    this.#lists = new RotatingLists(rules, fetches.changes, fetches.places, true);
    this.#texts = new RotatingTexts(rules);
    this.#agreement = new TwinAgreement(fetches, rules);
  }

  /** Built only when needed: most edits can be recognised without it. */
  get #regions(): VolatileRegions {
    this.#knownRegions ??= new VolatileRegions(this.#agreement, this.#fetches);
    return this.#knownRegions;
  }

  decide(judged: JudgedChange): Decision {
    const isNoise = judged.isNoise && !this.#isRefuted(judged);
    return this.#decide({ ...judged, isNoise });
  }

  /** Whether a difference is noise only as an item of a list that is no rotating one, as the fetches of this visit show. */
  #isRefuted({ change: { flag, before, after }, rules }: JudgedChange): boolean {
    // In any order, too, items stand elsewhere at every fetch.
    if (flag === 'moved') return false;
    const segments = [before, after].filter((segment) => segment !== null);
    const isByList = rules.length > 0 && rules.every(({ kind }) => kind === 'list');
    return isByList && segments.every((segment) => this.#lists.isRefutedAt(segment));
  }

  #decide(judged: JudgedChange): Decision {
    const { change, isNoise } = judged;
    const { flag, before, after } = change;
    if (after === null) return isNoise && !this.#isShuffled(before) ? noiseByRules : this.#decideLoss(before);
    if (before !== null && !this.#fetches.places.areAtOnePlace(before, after))
      return this.#decideTwoPlaces(before, after);
    if (before !== null && this.#isExchange(before, after))
      return { verdict: 'noise', reason: 'its list shows some of many' };
    if (this.#agreement.isMissingInTwin(change))
      return { verdict: 'noise', reason: 'another fetch does not have it here' };
    return flag === 'moved' ? this.#decideMove(judged, after) : this.#decideText(judged, before, after);
  }

  /** At another location it is another segment: one is gone, and another is new. */
  #decideTwoPlaces(before: Segment, after: Segment): Decision {
    const loss = this.#isKnown(null, before) ? noiseByRules : this.#decideLoss(before);
    if (loss.verdict === 'change') return loss;
    const change = { flag: 'new', before: null, after } as const;
    const gain = this.#agreement.isMissingInTwin(change)
      ? noiseByRules
      : this.#decideText(realChange(change, ''), null, after);
    return gain.verdict === 'noise' ? loss : gain;
  }

  /** In a list that shows some of many items, no item becomes another: one is gone, and a new one came that not all fetches have. */
  #isExchange(before: Segment, after: Segment): boolean {
    return this.#areTwoItems(before, after) && this.#isRotating(after) && !this.#regions.isAddedToAll(after);
  }

  /** Whether one text has taken the place of another: they have little in common, or lead elsewhere as well. */
  #areTwoItems(before: Segment, after: Segment): boolean {
    if (similarity(before.tokens, after.tokens) < leastShared) return true;
    return !sameWords(before, after) && !sameLinks(before, after, this.#fetches.identity);
  }

  /** Whether the list of a segment shows some of many items, according to the fetches of this visit or earlier ones. */
  #isRotating(segment: Segment): boolean {
    const { places, twinChanges, twins, now } = this.#fetches;
    this.#rotating ??= new Set(
      twins.flatMap((twin, index) => {
        const changes = twinChanges[index] ?? [];
        return rotatingPlaces(changes, new PagePlaces([now.segments, twin.segments], [changes])).map(
          ({ name }) => name,
        );
      }),
    );
    return this.#rotating.has(places.placeOf(segment)) || this.#lists.ruleFor(segment) !== undefined;
  }

  /** Whether a segment that is not there any more was removed. */
  #decideLoss(before: Segment): Decision {
    if (this.#lists.knows(before)) return seenBefore;
    if (this.#isListAbsent(before)) return { verdict: 'noise', reason: 'its list is sometimes missing' };
    if (this.#regions.isMoreFrequentInTwin(before))
      return { verdict: 'noise', reason: 'another fetch still has it' };
    if (this.#regions.isStillThere(before)) return { verdict: 'noise', reason: 'its list still has it' };
    const hasRoom = this.#isRotating(before) && this.#regions.hasRoomAt(before);
    if (this.#isDividedOtherwise(before, this.#fetches.now)) return dividedOtherwise;
    if (hasRoom || this.#regions.isReplaced(before) || this.#regions.isOneOfTheRotating(before))
      return { verdict: 'noise', reason: 'replaced by other rotating content' };
    return this.#changeAt(before);
  }

  /** Whether a version has the text of a segment in the same element, as a part of a longer one: an advert joins what stands beside it. */
  #isDividedOtherwise({ path, tokens, links }: Segment, { segments }: Snapshot): boolean {
    const inElements = getOrInsert(this.#byElement, segments, () => Map.groupBy(segments, elementOf));
    const beside = inElements.get(elementOf({ path })) ?? [];
    if (beside.length > mostTextsBeside) return false;
    const targets = links.map(this.#fetches.identity);
    return beside.some((other) => {
      if (other.tokens.length <= tokens.length) return false;
      const shown = new Set(other.links.map(this.#fetches.identity));
      return targets.every((target) => shown.has(target)) && hasPart(other.tokens, tokens);
    });
  }

  /** Whether the list of an old segment is missing as a whole, as sometimes happens. */
  #isListAbsent(before: Segment): boolean {
    const { places } = this.#fetches;
    const [now = [], , ...twins] = places.segmentsAt(places.placeOf(before));
    return this.#lists.ruleFor(before)?.least === 0 && [now, ...twins].every(({ length }) => length === 0);
  }

  #decideMove({ isNoise, rules }: JudgedChange, after: Segment): Decision {
    if (this.#isKnown(null, after)) return seenBefore;
    if (!isNoise) return this.#changeAt(after);
    // A list that rotates is not the same in all fetches.
    const isRotating = rules.some(({ kind }) => kind === 'list') && !this.#regions.isSteady(after);
    const isOrdered = rules.every(({ kind }) => kind !== 'order') && !isRotating;
    return isOrdered && this.#agreement.isSteady(after) ? { verdict: 'doubtful' } : noiseByRules;
  }

  /** Whether a new or changed segment says something new. */
  #decideText(judged: JudgedChange, before: Segment | null, after: Segment): Decision {
    const { change, isNoise } = judged;
    const rules = this.#rules;
    if (isRotatingBefore(judged, rules)) return seenBefore;
    if (isNoise && judged.rules.some(isAboutTime)) return noiseByRules;
    if (this.#isKnown(before, after) && !this.#isShuffled(after)) return seenBefore;
    if (before !== null && this.#isShuffled(after) && this.#areBothStillThere(before, after))
      return { verdict: 'noise', reason: 'its list has both, in any order' };
    if (before !== null && hasOnlyKnownLinks(before, after, rules)) return seenBefore;
    if (before === null && this.#regions.wasAlreadyThere(after))
      return { verdict: 'noise', reason: 'its list already had it' };
    if (before === null && this.#isDividedOtherwise(after, this.#fetches.last)) return dividedOtherwise;
    const isSteady = this.#agreement.isSteady(after);
    if (isNoise && !isSteady && judged.rules.some(({ kind }) => kind === 'visitor')) return noiseByRules;
    if (isSteady && !isNoise) return { verdict: isVolatilePlace(after, rules) ? 'doubtful' : 'change' };
    const news = this.#agreement.newsOfAll(change, rotatingWords(change, isSteady, rules));
    if (news === null)
      return isNoise ? noiseByRules : { verdict: 'noise', reason: 'fetches at the same moment differ here' };
    const isCertain = this.#isShuffled(after) && !this.#regions.movesAlone(after);
    return { verdict: isCertain ? 'change' : 'doubtful', reason: news };
  }

  /** Whether a segment is in a list that every fetch shows in full, each in its own order: then no text is noise. */
  #isShuffled(segment: Segment): boolean {
    return this.#regions.stateAt(segment) === 'shuffled';
  }

  /** Whether two texts of one place were there before, and are there now: then neither has become the other. */
  #areBothStillThere(before: Segment, after: Segment): boolean {
    // The same words with another link are one item that was edited.
    if (sameWords(before, after)) return false;
    return this.#regions.isStillThere(before) && this.#regions.wasAlreadyThere(after);
  }

  /** A change, but doubtful where content rotates. */
  #changeAt(segment: Segment): Decision {
    return { verdict: this.#regions.stateAt(segment) === 'rotating' ? 'doubtful' : 'change' };
  }

  #isKnown(before: Segment | null, after: Segment): boolean {
    return this.#lists.knows(after) || isKnownText(before, after, this.#texts, this.#rules);
  }
}

/**
 * Whether a text was picked before, and its place is known to rotate texts: an advert that comes back is not a change, even if
 * all fetches of this visit have it. If the text before was picked, too, a place of the same kind is enough.
 */
function isKnownText(
  before: Segment | null,
  after: Segment,
  texts: RotatingTexts,
  rules: readonly VolatileRule[],
): boolean {
  if (!texts.knows(after)) return false;
  const places = rules.flatMap(({ kind, isOff, place }) => (kind === 'segment' && !isOff ? [place] : []));
  if (before !== null && texts.knows(before))
    return places.some((place) => placeKind(place) === placeKind(after));
  if (places.some(({ path }) => path === after.path)) return true;
  // One advert among paragraphs does not make the paragraphs a list of adverts.
  const lists = places.flatMap(({ path }) => sharedList(path, after.path) ?? []);
  return lists.some((list, index) => lists.indexOf(list) !== index);
}

/**
 * The words known to rotate in the line of a segment, or in lines like it. Where the fetches of this visit agree
 * (`isSteady`), only words of a line that is otherwise the same count; where they differ, those of its examples as well.
 */
function rotatingWords(
  { before, after }: SegmentChange,
  isSteady: boolean,
  rules: readonly VolatileRule[],
): ReadonlySet<string> {
  const words = new Set<string>();
  if (before === null || after === null) return words;
  const isSameLine = similarity(before.tokens, after.tokens) >= leastShared;
  for (const rule of rules) {
    if (rule.isOff || placeKind(rule.place) !== placeKind(after)) continue;
    if (rule.kind === 'value' && (isSameLine || !isSteady))
      for (const word of rule.value.words ?? []) words.add(word);
    if (rule.kind !== 'segment' || isSteady || rule.place.path !== after.path) continue;
    for (const text of rule.examples) for (const word of splitTokens(text)) words.add(word);
  }
  return words;
}

/** Whether a rule says that something at the path of a segment is volatile. */
function isVolatilePlace({ path }: Segment, rules: readonly VolatileRule[]): boolean {
  return rules.some(
    ({ kind, place, isOff }) =>
      !isOff &&
      kind !== 'order' &&
      kind !== 'time' &&
      kind !== 'clock' &&
      kind !== 'visitor' &&
      kind !== 'recurring' &&
      (place.path === path || (kind === 'list' && isInList(path, place.path))),
  );
}

/** Whether the words are the same, and earlier fetches showed all addresses that differ. */
function hasOnlyKnownLinks(before: Segment, after: Segment, rules: readonly VolatileRule[]): boolean {
  if (!sameWords(before, after)) return false;
  return after.links.every(({ url }, index) => {
    if (before.links[index]?.url === url) return true;
    return rules.some(
      (rule) =>
        rule.kind === 'link' &&
        !rule.isOff &&
        rule.place.path === after.path &&
        (rule.link.index === index || rule.link.index === anyLink.index) &&
        rule.addresses?.includes(url),
    );
  });
}
