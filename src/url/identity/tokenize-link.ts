import { type IdentityRule, ruleMatches } from './identity-rule.ts';
import type { TokenizedLink } from './link-alignment.ts';
import { urlFields } from './url-fields.ts';
import { candidateTokens, type UrlToken, wholeToken } from './url-token.ts';

/** A link's fields as tokens. A field that holds others is looked at through them; what known rules take is settled. */
export function tokenizeLink(url: string, known: readonly IdentityRule[]): TokenizedLink {
  const tokens: UrlToken[] = [];
  const settled: UrlToken[] = [];
  for (const field of urlFields(url)) {
    if (field.inner > 0) continue;
    const explained = known
      .filter(({ place }) => place.carrier === field.carrier)
      .flatMap((rule) =>
        candidateTokens(field, rule.place.part?.width ?? null).filter((token) => ruleMatches(rule, token)),
      );
    if (explained[0] === undefined) tokens.push(wholeToken(field));
    else settled.push(explained[0]);
  }
  return { url, tokens, settled };
}
