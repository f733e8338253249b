import { normalizeUrl } from '../normalize/normalize-url.ts';
import { certainCarriers, mayHoldCertainCarrier } from './certain-carriers.ts';
import { cutFields, type Removal } from './cut-fields.ts';
import { describePlace, type IdentityRule, ruleMatches } from './identity-rule.ts';
import type { UrlField } from './url-field.ts';
import { urlFields } from './url-fields.ts';
import { candidateTokens } from './url-token.ts';

/** The name of a page without what changes from session to session, and what was taken out. */
export interface PageIdentity {
  readonly identity: string;
  readonly removed: readonly RemovedPart[];
}

/** One thing that was taken out of a URL, and why (X6). */
export interface RemovedPart {
  readonly text: string;
  readonly place: string;
  readonly rule: string;
  readonly why: string;
}

/**
 * The identity of any absolute URL: normalised (E1), certain session carriers cut out, and what the
 * learned rules say. Throws UrlError when the input is no URL.
 */
export function identityOf(url: string, rules: readonly IdentityRule[] = []): PageIdentity {
  return identityOfNormalized(normalizeUrl(url), rules);
}

/** The same for a URL that is normalised already. */
export function identityOfNormalized(url: string, rules: readonly IdentityRule[] = []): PageIdentity {
  if (rules.length === 0 && !mayHoldCertainCarrier(url)) return { identity: url, removed: [] };
  const fields = urlFields(url);
  const removals: Removal[] = [];
  const removed: RemovedPart[] = [];
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    if (field === undefined) break;
    const certain = certainRemoval(field, fields);
    for (const found of certain === null ? learnedRemovals(field, rules) : [certain]) {
      removals.push(found.removal);
      removed.push(found.part(url));
    }
    if (removals.at(-1)?.field === field && removals.at(-1)?.stretch === null) i += field.inner; // its parts went with it
  }
  if (removals.length === 0) return { identity: url, removed: [] };
  return { identity: normalizeUrl(cutFields(url, fields, removals)), removed }; // `/.;sid=1` leaves a dot segment behind
}

interface FoundRemoval {
  readonly removal: Removal;
  part(url: string): RemovedPart;
}

function certainRemoval(field: UrlField, fields: readonly UrlField[]): FoundRemoval | null {
  if (field.name === null && field.carrier !== 'segment') return null;
  const carrier = certainCarriers.find((candidate) => candidate.matches(field, fields));
  if (carrier === undefined) return null;
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
      rule: carrier.name,
      why: carrier.why,
    }),
  };
}

/** Several rules may each take a part out of one field; a rule for the whole of it ends the search. */
function learnedRemovals(field: UrlField, rules: readonly IdentityRule[]): readonly FoundRemoval[] {
  const found: FoundRemoval[] = [];
  for (const rule of rules) {
    if (rule.place.carrier !== field.carrier) continue;
    const token = candidateTokens(field, rule.place.part?.width ?? null).find((candidate) =>
      ruleMatches(rule, candidate),
    );
    if (token === undefined) continue;
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
