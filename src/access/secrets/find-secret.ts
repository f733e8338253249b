import { Buffer } from 'node:buffer';
import { Secret } from './secret.ts';
import { secretPattern } from './secret-pattern.ts';

export interface FoundSecret {
  /** Which of the secrets, by its place in the list. */
  readonly index: number;
  /** In bytes from the beginning. */
  readonly offset: number;
  /** As it was written there. */
  readonly written: string;
}

/** The first secret in some bytes, in any of the forms that a `Redactor` knows; null when there is none. */
export function findSecret(bytes: Uint8Array, secrets: readonly (Secret | string)[]): FoundSecret | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [index, secret] of secrets.entries()) {
    const pattern = secretPattern(secret instanceof Secret ? secret.reveal() : secret);
    const match = pattern === null ? null : new RegExp(pattern).exec(text);
    if (match !== null) return { index, offset: match.index, written: match[0] };
  }
  return null;
}
