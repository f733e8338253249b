import { urlFields } from './fields/url-fields.ts';
import { type IdentityRule, matchingToken, saysContent } from './identity-rule.ts';
import { findWellKnownId, isNameOfPair, mayHoldWellKnownId, segmentPair } from './well-known-session-ids.ts';

/** A session id in a URL, and where it is. */
export interface SessionPart {
  /** Identifies the place: equal for the same place in other URLs. */
  readonly place: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The session ids in a normalised URL: the well-known ones that are certain, and those that the learned rules match. */
export function sessionParts(url: string, rules: readonly IdentityRule[]): readonly SessionPart[] {
  const mayBeWellKnown = mayHoldWellKnownId(url);
  if (rules.length === 0 && !mayBeWellKnown) return [];
  const parts: SessionPart[] = [];
  const fields = urlFields(url);
  for (const field of fields) {
    const { name, value, valueStart, end } = field;
    const wellKnown = mayBeWellKnown ? findWellKnownId(field, fields, { guess: false }) : null;
    if (wellKnown !== null) {
      if (isNameOfPair(field) || rules.some((rule) => saysContent(rule, field))) continue;
      parts.push({
        place: `${wellKnown.name} ${name ?? (wellKnown === segmentPair ? field.before : '')}`,
        value,
        start: valueStart,
        end,
      });
      continue;
    }
    for (const rule of rules) {
      const token = rule.kind === 'session id' ? matchingToken(rule, field) : null;
      if (token === null) continue;
      const place = JSON.stringify(rule.place);
      parts.push({ place, value: token.value, start: token.start, end: token.end });
      break;
    }
  }
  return parts;
}

/** The URL with the session ids of another session, given by place. Ids at other places stay unchanged. */
export function withSessionIds(
  url: string,
  rules: readonly IdentityRule[],
  values: ReadonlyMap<string, string>,
): string {
  let result = '';
  let position = 0;
  for (const { place, start, end } of sessionParts(url, rules)) {
    const value = values.get(place);
    if (value === undefined || start < position) continue;
    result += url.slice(position, start) + value;
    position = end;
  }
  return result + url.slice(position);
}
