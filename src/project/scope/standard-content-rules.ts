import { contentTooLarge } from './content-too-large.ts';
import { contentTypeNotWanted } from './content-type-not-wanted.ts';
import type { ContentRule, FetchedContent } from './fetched-content.ts';
import { firstDecision, type ScopeDecision } from './rule.ts';

export interface ContentSettings {
  readonly maxBytes: number;
}

/** Large enough for reports with pictures, small enough that sixteen at once fit into the memory of a small machine. */
export const defaultContentSettings: ContentSettings = { maxBytes: 20 * 1024 * 1024 };

/** The rules on what came back, in the order in which they are asked. */
export function judgeContent(settings: ContentSettings): (content: FetchedContent) => ScopeDecision {
  const rules: readonly ContentRule[] = [contentTypeNotWanted, contentTooLarge(settings.maxBytes)];
  return (content) => firstDecision(rules, content);
}
