import { normalizeUrl } from '../normalize/normalize-url.ts';
import { type UrlField, urlFields } from './fields/url-fields.ts';
import { describePlace, type IdentityRule, matchingToken, saysContent } from './identity-rule.ts';
import { fieldOfValue, findWellKnownId, mayHoldWellKnownId } from './well-known-session-ids.ts';

/** The name of a page without the parts that change from session to session, and the removed parts. */
export interface PageIdentity {
  readonly identity: string;
  readonly removed: readonly RemovedPart[];
}

/** One thing that was removed from a URL, and why. */
export interface RemovedPart {
  readonly text: string;
  readonly place: string;
  readonly rule: string;
  readonly why: string;
}

/** Whether a value that looks like a session id counts as one: if there is only a single URL, a guess is better than nothing. */
export interface IdentityOptions {
  readonly guess: boolean;
}

const guessing: IdentityOptions = { guess: true };

/**
 * The identity of an absolute URL: normalised, without well-known session ids, and without what the
 * learned rules match. Throws UrlError when the input is not a URL.
 */
export function identityOf(
  url: string,
  rules: readonly IdentityRule[] = [],
  options: IdentityOptions = guessing,
): PageIdentity {
  return identityOfNormalized(normalizeUrl(url), rules, options);
}

/** The same for a URL that is already normalised. */
export function identityOfNormalized(
  url: string,
  rules: readonly IdentityRule[] = [],
  options: IdentityOptions = guessing,
): PageIdentity {
  if (!rules.some(isForOnePath)) return withoutVolatileParts(url, rules, options);
  const first = withoutVolatileParts(
    url,
    rules.filter((rule) => !isForOnePath(rule)),
    options,
  );
  // Paths are compared without the session ids in them.
  const fitting = rules.filter(
    ({ place }) => place.path !== undefined && hasPath(first.identity, place.path),
  );
  if (fitting.length === 0) return first;
  const { identity, removed } = withoutVolatileParts(first.identity, fitting, options);
  return { identity, removed: [...first.removed, ...removed] };
}

const isForOnePath = ({ place }: IdentityRule): boolean => place.path !== undefined;

/** Whether a URL has this path; `~` stands for any segment, or for a part of one. */
function hasPath(url: string, path: string): boolean {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.slice(from).search(/[?#]/);
  const own = from < 0 ? '/' : end < 0 ? url.slice(from) : url.slice(from, from + end);
  if (own === path || !path.includes(PLACEHOLDER)) return own === path;
  const [segments, wanted] = [own.split('/'), path.split('/')];
  return (
    segments.length === wanted.length &&
    wanted.every((segment, index) => isSegment(segments[index] ?? '', segment))
  );
}

function isSegment(own: string, wanted: string): boolean {
  const at = wanted.indexOf(PLACEHOLDER);
  if (own === wanted || at < 0) return own === wanted;
  const [head, tail] = [wanted.slice(0, at), wanted.slice(at + 1)];
  return own.length > head.length + tail.length && own.startsWith(head) && own.endsWith(tail);
}

function withoutVolatileParts(
  url: string,
  rules: readonly IdentityRule[],
  options: IdentityOptions,
): PageIdentity {
  const mayBeWellKnown = mayHoldWellKnownId(url);
  if (rules.length === 0 && !mayBeWellKnown) return { identity: url, removed: [] };
  const fields = urlFields(url);
  const removals: Removal[] = [];
  const removed: RemovedPart[] = [];
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    if (field === undefined) break;
    const wellKnown = mayBeWellKnown ? wellKnownRemoval(field, fields, rules, options) : null;
    for (const found of wellKnown === null ? learnedRemovals(field, rules) : [wellKnown]) {
      removals.push(found.removal);
      removed.push(found.part(url));
    }
    // The inner fields of a field that is cut out are gone with it.
    if (removals.at(-1)?.field === field && removals.at(-1)?.stretch === null) i += field.inner;
  }
  if (removals.length === 0) return { identity: url, removed: [] };
  // Normalised again: cutting `/.;sid=1` leaves a dot segment behind.
  return { identity: normalizeUrl(cutFields(url, fields, removals)), removed };
}

interface FoundRemoval {
  readonly removal: Removal;
  part(url: string): RemovedPart;
}

function wellKnownRemoval(
  field: UrlField,
  fields: readonly UrlField[],
  rules: readonly IdentityRule[],
  options: IdentityOptions,
): FoundRemoval | null {
  const id = findWellKnownId(field, fields, options);
  if (id === null) return null;
  const held = fieldOfValue(field, fields);
  if (id.mayBeContent && rules.some((rule) => saysContent(rule, held))) return null;
  return {
    removal: { field, stretch: null },
    part: (url) => ({
      text: url.slice(field.start, field.end),
      place: describePlace({
        carrier: field.carrier,
        name: field.name,
        index: null,
        before: null,
        part: null,
      }),
      rule: id.name,
      why: id.why,
    }),
  };
}

/** Several rules may each remove a part of one field; a rule for the whole field ends the search. */
function learnedRemovals(field: UrlField, rules: readonly IdentityRule[]): readonly FoundRemoval[] {
  const found: FoundRemoval[] = [];
  for (const rule of rules) {
    const token = rule.kind === 'content' ? null : matchingToken(rule, field);
    if (token === null) continue;
    const cutsAll = rule.place.part === null && (field.carrier === 'query' || field.carrier === 'matrix');
    found.push({
      removal: { field, stretch: cutsAll ? null : { start: token.start, end: token.end } },
      part: () => ({
        text: token.value,
        place: describePlace(rule.place),
        rule: rule.kind,
        why: rule.evidence,
      }),
    });
    if (rule.place.part === null) break;
  }
  return found;
}

/** Replaces an id that cannot be cut out without moving what is around it. */
const PLACEHOLDER = '~';

/** A stretch of a URL that is not part of the page's name. */
interface Removal {
  readonly field: UrlField;
  /** Null cuts out the whole field with its separator; otherwise the placeholder replaces only this stretch. */
  readonly stretch: { readonly start: number; readonly end: number } | null;
}

/** The URL without the removals; everything else stays byte for byte. */
function cutFields(url: string, fields: readonly UrlField[], removals: readonly Removal[]): string {
  const whole = new Set(removals.filter(({ stretch }) => stretch === null).map(({ field }) => field));
  const spans = removals.map(({ field, stretch }) =>
    stretch === null
      ? { ...spanOf(field, fields, whole), text: '' }
      : { start: stretch.start, end: stretch.end, text: PLACEHOLDER },
  );
  spans.sort((a, b) => a.start - b.start);
  let result = '';
  let position = 0;
  for (const { start, end, text } of spans) {
    if (start < position) continue;
    result += url.slice(position, start) + text;
    position = end;
  }
  return withPath(result + url.slice(position));
}

/** A parameter is cut with the separator before it; the first one leaves its `?` to the next that stays. */
function spanOf(
  field: UrlField,
  fields: readonly UrlField[],
  removed: ReadonlySet<UrlField>,
): { start: number; end: number } {
  if (
    field.carrier === 'segment' &&
    fields.some(({ carrier, cut }) => carrier === 'matrix' && cut === field.end)
  ) {
    return { start: field.start, end: field.end }; // its parameters stay, and need the slash before them
  }
  if (field.carrier !== 'query') return { start: field.cut, end: field.end };
  const query = fields.filter((other) => other.query === field.query);
  const firstKept = query.find((other) => !removed.has(other));
  const staysBefore = firstKept !== undefined && firstKept.start < field.start;
  if (firstKept === undefined || staysBefore) return { start: field.cut, end: field.end };
  return { start: field.start, end: query[query.indexOf(field) + 1]?.start ?? field.end };
}

/** `http://host` is `http://host/`: cutting the only segment leaves the root. */
function withPath(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  if (authority === undefined || url.charAt(authority.length) === '/') return url;
  return `${authority}/${url.slice(authority.length)}`;
}
