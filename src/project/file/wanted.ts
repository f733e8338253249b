import type { z } from 'zod';

/** What a place in the file takes. zod hands only a string through, so the example stands on the second line of it. */
export function wanted(what: string, example: string): () => string {
  return () => `${what}\n${example}`;
}

/** What `wanted` said, read back from the message of an issue. */
export function readWanted(message: string): { readonly what: string; readonly example: string } {
  const [what = '', example = ''] = message.split('\n', 2);
  return { what, example };
}

/** A complaint in full sentences, for rules that are about more than one value. */
export function complain(
  context: z.RefinementCtx,
  path: readonly (string | number)[],
  message: string,
  hint: string,
): void {
  context.addIssue({ code: 'custom', path: [...path], message, params: { hint }, continue: false });
}

/** The complaint in an issue, with its hint; null when there is none. */
export function complaintIn(issue: z.core.$ZodIssue): string | null {
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  if (typeof hint === 'string') return `${issue.message}; ${hint}`;
  if (issue.code !== 'invalid_union') return null;
  return issue.errors.flat().reduce<string | null>((found, inner) => found ?? complaintIn(inner), null);
}
