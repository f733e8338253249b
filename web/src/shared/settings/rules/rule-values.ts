import { asMap } from '../draft/draft.ts';
import type { Plain } from '../draft/edit-file.ts';

const WRITTEN_DEFAULT = '**default**';

export type RuleVerdict = 'allow' | 'deny';

/** Whether a rule is the one for everything that no other matches. */
export function isDefault(rule: Plain | undefined): boolean {
  const { default: other, allow, deny } = asMap(rule);
  return other !== undefined || allow === WRITTEN_DEFAULT || deny === WRITTEN_DEFAULT;
}

/** The default of a list of rules, and where it stands. */
export function defaultIn(
  rules: readonly Plain[],
): { readonly at: number; readonly verdict: RuleVerdict } | null {
  const at = rules.findIndex(isDefault);
  if (at === -1) return null;
  const { default: other, allow } = asMap(rules[at]);
  return { at, verdict: other === 'allow' || allow !== undefined ? 'allow' : 'deny' };
}
