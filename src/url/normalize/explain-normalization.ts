import { mostRounds, type NormalizeOptions, reparse, settle } from './normalize-url.ts';
import { parseUrl } from './parse-url.ts';
import type { UrlRule } from './standard-rules.ts';
import { standardRules } from './standard-rules.ts';
import { joinUrl, splitUrl } from './url-parts.ts';

/** What one rule did to a URL. */
export interface NormalizationStep {
  /** The rule's name; `parse` or `resolve` for what the parser did itself. */
  readonly rule: string;
  readonly why: string;
  readonly before: string;
  readonly after: string;
}

export interface NormalizationExplained {
  /** What `normalizeUrl` returns for the same arguments. */
  readonly url: string;
  /** All steps from the input to `url`; empty when nothing had to change. */
  readonly steps: readonly NormalizationStep[];
}

/** Normalises and says why (X6). Throws as `normalizeUrl` does; slower. */
export function explainNormalization(input: string, options?: NormalizeOptions): NormalizationExplained {
  const href = parseUrl(input, options?.base);
  const rules = options?.rules ?? standardRules;
  const url = settle(href, rules);
  const steps = stepsByRules(input, rules);
  if (leadsTo(steps, input, url)) return { url, steps };
  const parsed = parsingStep(input, href, options?.base !== undefined);
  return { url, steps: [...parsed, ...stepsAfterParsing(href, rules)] };
}

function leadsTo(steps: readonly NormalizationStep[], from: string, to: string): boolean {
  return (steps.at(-1)?.after ?? from) === to;
}

/**
 * The parser does much of E1 in one step and does not say what it did. So the rules are tried on the input as it was
 * written; when they alone lead to the same URL, their steps are the better explanation.
 */
function stepsByRules(input: string, rules: readonly UrlRule[]): NormalizationStep[] {
  const steps: NormalizationStep[] = [];
  let parts = splitUrl(input);
  if (joinUrl(parts) !== input) return steps;
  for (const rule of rules) {
    const next = rule.apply(parts);
    if (next !== parts)
      steps.push({ rule: rule.name, why: rule.why, before: joinUrl(parts), after: joinUrl(next) });
    parts = next;
  }
  return steps;
}

function stepsAfterParsing(href: string, rules: readonly UrlRule[]): NormalizationStep[] {
  const steps: NormalizationStep[] = [];
  const settled = settle(href, rules);
  let url = href;
  for (let round = 0; round < mostRounds && url !== settled; round++) {
    const byRules = stepsByRules(url, rules);
    const joined = byRules.at(-1)?.after ?? url;
    const next = reparse(joined, url);
    steps.push(...byRules, ...parsingStep(joined, next, false));
    url = next;
  }
  return steps;
}

function parsingStep(before: string, after: string, resolved: boolean): NormalizationStep[] {
  if (before === after) return [];
  const rule = resolved ? 'resolve' : 'parse';
  const why = resolved
    ? 'the link is relative to its page'
    : 'browsers read and write it this way (WHATWG URL)';
  return [{ rule, why, before, after }];
}
