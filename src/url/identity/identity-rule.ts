import type { Carrier } from './fields/url-fields.ts';
import type { UrlToken } from './fields/url-token.ts';
import { fitsShape, type ValueShape } from './value-shape.ts';

/** What a learned rule removes from a URL. */
export type VolatileKind =
  /** The same on many links of one fetch, and a different one in the next session. */
  | 'session id'
  /** Occurs next to a session id, and is new in every response. */
  | 'response token'
  /** A different value on every link of every fetch. */
  | 'link nonce';

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
  /** The only path at which it applies, with `~` for each drawn segment; any path when there is none. */
  readonly path?: string;
}

/** One learned rule. Plain data: it can be stored, listed, explained and switched off. */
export interface IdentityRule {
  readonly kind: VolatileKind;
  readonly place: VolatilePlace;
  readonly shape: ValueShape;
  /** How many links of the two lists showed it. */
  readonly links: number;
  /** A value from each list. */
  readonly examples: readonly [string, string];
  /** What speaks for the rule, as a sentence for users (X6). */
  readonly evidence: string;
}

export function ruleMatches(
  { place, shape }: Pick<IdentityRule, 'place' | 'shape'>,
  token: UrlToken,
): boolean {
  return placeMatches(place, token) && fitsShape(shape, token.value);
}

/** Whether the rule removes this token as a whole value. */
export function explains(rule: IdentityRule, token: UrlToken): boolean {
  return rule.place.part === null && ruleMatches(rule, token);
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
