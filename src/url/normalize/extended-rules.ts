import { defaultPage } from './rules/default-page.ts';
import { lowerCasePath } from './rules/lower-case-path.ts';
import { trailingSlash } from './rules/trailing-slash.ts';
import type { UrlRule } from './url-rule.ts';

/**
 * E2 (E, section 3): finds more equal pages at the price of some wrong merges, so it is off unless asked for:
 * `normalizeUrl(url, { rules: [...standardRules, ...extendedRules] })`.
 */
export const extendedRules: readonly UrlRule[] = Object.freeze([lowerCasePath, defaultPage, trailingSlash]);
