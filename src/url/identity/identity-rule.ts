import type { Carrier, UrlField } from './fields/url-fields.ts';
import { candidateTokens, type UrlToken } from './fields/url-token.ts';
import { isWordyValue } from './looks-random.ts';
import { fitsShape, isOfAlphabet, unitedShape, type ValueShape } from './value-shape.ts';
import { isDoubtfulSessionName } from './well-known-session-ids.ts';

/** What a learned rule removes from a URL. */
export type VolatileKind =
  /** The same on many links of one fetch, and a different one in the next session. */
  | 'session id'
  /** Occurs next to a session id, and is new in every response. */
  | 'response token'
  /** A different value on every link of every fetch. */
  | 'link nonce';

/** What a rule says about its place: that it is volatile, or that it only looks volatile and selects content. */
export type RuleKind = VolatileKind | 'content';

/** Where a rule applies. Null means "any": a rule is only as narrow as its evidence. */
export interface VolatilePlace {
  readonly carrier: Carrier;
  readonly name: string | null;
  /** Position among the path segments (or host labels). */
  readonly index: number | null;
  readonly before: string | null;
  /** Set when the id is only a part of the value. */
  readonly part: {
    readonly index: number | null;
    readonly fromEnd: number | null;
    readonly before: string | null;
    readonly width: number;
  } | null;
  /** The only path at which it applies, with `~` for each rotating segment, or part of one; any path when there is none. */
  readonly path?: string;
}

/** One learned rule. Plain data: it can be stored, listed, explained and switched off. */
export interface IdentityRule {
  readonly kind: RuleKind;
  readonly place: VolatilePlace;
  readonly shape: ValueShape;
  /** Whether the place holds such values and nothing else, on many links: then they may have any length. */
  readonly onlyIds?: boolean;
  /** For a path segment: the segment before it, where the place holds only ids. */
  readonly after?: string;
  /** Values at this place that belong to a page's name: both lists have them. */
  readonly except?: readonly string[];
  /** For an id in host names, the domain below which these hosts are: `example.org`. */
  readonly domain?: string;
  /** For an id in host names, the host on which it was learned. */
  readonly home?: string;
  /** How many links of the two lists showed it. */
  readonly links: number;
  /** A value from each list. */
  readonly examples: readonly [string, string];
  /** The evidence for the rule, as a sentence for users. */
  readonly evidence: string;
}

export function ruleMatches(
  rule: Pick<IdentityRule, 'place' | 'shape' | 'onlyIds' | 'after' | 'except'>,
  token: UrlToken,
): boolean {
  const { place, shape, onlyIds, after, except } = rule;
  if (!placeMatches(place, token) || except?.includes(token.value)) return false;
  if (fitsShape(shape, token.value)) return true;
  if (onlyIds !== true || (after !== undefined && after !== token.field.before)) return false;
  return isOfAlphabet(shape, token.value) && !mayBeContent(place, token.value);
}

/** The first part of a field that the rule matches, or the whole of it; null when it matches none. */
export function matchingToken(rule: IdentityRule, field: UrlField): UrlToken | null {
  const { carrier, part } = rule.place;
  if (carrier !== field.carrier) return null;
  return candidateTokens(field, part?.width ?? null).find((token) => ruleMatches(rule, token)) ?? null;
}

/** Whether the rule says that a field is part of a page's name. */
export function saysContent({ kind, place }: IdentityRule, { carrier, name, before }: UrlField): boolean {
  if (kind !== 'content' || place.carrier !== carrier || place.name !== name) return false;
  return place.before === null || place.before === before;
}

/** Whether the rule removes this token as a whole value. */
export function explains(rule: IdentityRule, token: UrlToken): boolean {
  return rule.place.part === null && ruleMatches(rule, token);
}

/** Names like `s`, and paths, hold both ids and content: a word or a number there is content (`s=shoes`, `/2026/`). */
function mayBeContent({ name }: VolatilePlace, value: string): boolean {
  if (name !== null && !isDoubtfulSessionName(name)) return false;
  return /^[0-9]{1,12}$/.test(value) || isWordyValue(value);
}

export function placeMatches(place: VolatilePlace, { carrier, name, field, part }: UrlToken): boolean {
  if (carrier !== place.carrier || name !== place.name) return false;
  if (place.index !== null && field.index !== place.index) return false;
  if (place.before !== null && field.before !== place.before) return false;
  if (place.part === null || part === null) return place.part === null && part === null;
  return (
    part.width === place.part.width &&
    (place.part.index === null || part.index === place.part.index) &&
    (place.part.fromEnd === null || part.fromEnd === place.part.fromEnd) &&
    (place.part.before === null || part.before === place.part.before)
  );
}

/** The place in words: `query parameter "pf_rd_r"`, `path segment 2, part after "sid"`. */
export function describePlace({ path, ...place }: VolatilePlace): string {
  const where = describeAnywhere(place);
  return path === undefined ? where : `${where} of ${path}`;
}

function describeAnywhere({ carrier, name, index, before, part }: VolatilePlace): string {
  const nouns = {
    host: 'host label',
    segment: 'path segment',
    matrix: 'path parameter',
    query: 'query parameter',
  };
  const words = [nouns[carrier]];
  if (name !== null) words.push(JSON.stringify(name));
  if (index !== null) words.push(String(index + 1));
  if (before !== null) words.push(`after ${JSON.stringify(before)}`);
  if (part === null) return words.join(' ');
  if (part.before !== null) return `${words.join(' ')}, the part after ${JSON.stringify(part.before)}`;
  if (part.fromEnd !== null) return `${words.join(' ')}, part ${part.fromEnd + 1} from the end`;
  return `${words.join(' ')}, part ${(part.index ?? 0) + 1}`;
}

/** The rule extended by what one more pair of answers shows; the same object when that is nothing new. */
export function widerRule(known: IdentityRule, more: IdentityRule): IdentityRule {
  const except = [...new Set([...(known.except ?? []), ...(more.except ?? [])])];
  const onlyIds = except.length === 0 && (known.onlyIds === true || more.onlyIds === true);
  const after = known.onlyIds === true ? known.after : more.after;
  const shape = unitedShape(known.shape, more.shape);
  const isNew =
    JSON.stringify(shape) !== JSON.stringify(known.shape) ||
    onlyIds !== (known.onlyIds ?? false) ||
    except.length > (known.except?.length ?? 0);
  if (!isNew) return known;
  const { onlyIds: _, after: __, except: ___, ...rest } = known;
  return {
    ...rest,
    shape,
    ...(onlyIds && { onlyIds, ...(after !== undefined && { after }) }),
    ...(except.length > 0 && { except }),
  };
}
