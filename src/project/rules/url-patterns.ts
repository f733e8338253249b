import type { UrlPatternEntry } from '../file/url-pattern-entry.ts';
import { compileRules } from './compile-rules.ts';

/** Whether one of the patterns fits a URL; costs the same however hostile they are. */
export function anyPattern(patterns: readonly UrlPatternEntry[]): (url: string) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = compileRules([{ deny: '**default**' }, ...patterns.map((allow) => ({ allow }))]);
  return (url) => rules.decide({ url }).verdict === 'accept';
}
