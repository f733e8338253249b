import { Buffer } from 'node:buffer';
import { Secret } from './secret.ts';
import { secretPattern } from './secret-pattern.ts';

const replacement = '[secret]';

/** Takes the secrets of a run out of everything that is about to be written where others may read it. */
export class Redactor {
  readonly #pattern: RegExp | null;

  constructor(secrets: Iterable<Secret | string>) {
    const values = [...secrets].map((secret) => (secret instanceof Secret ? secret.reveal() : secret));
    // The longest first: of "pass" and "password" the second must not leave "word" behind.
    const patterns = [...new Set(values)]
      .toSorted((a, b) => b.length - a.length)
      .map(secretPattern)
      .filter((pattern) => pattern !== null);
    this.#pattern = patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'g');
  }

  text(text: string): string {
    if (this.#pattern === null) return text;
    const found = this.#replace(Buffer.from(text, 'utf8').toString('latin1'));
    return found === null ? text : Buffer.from(found, 'latin1').toString('utf8');
  }

  bytes(bytes: Uint8Array): Uint8Array {
    if (this.#pattern === null) return bytes;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = this.#replace(view.toString('latin1'));
    return found === null ? bytes : Buffer.from(found, 'latin1');
  }

  /** Null when there is nothing to take out. */
  #replace(latin1: string): string | null {
    const replaced = this.#pattern === null ? latin1 : latin1.replace(this.#pattern, replacement);
    return replaced === latin1 ? null : replaced;
  }
}
