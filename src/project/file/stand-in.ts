import type { SecretReference } from './schema/secret-reference.ts';

/** What is kept and told in place of a secret; the visitor fills in the secret itself. */
export function standInFor(value: string | SecretReference): string {
  if (typeof value === 'string') return value;
  const [[kind, name] = ['', '']] = Object.entries(value);
  return `(${kind} ${name})`;
}
