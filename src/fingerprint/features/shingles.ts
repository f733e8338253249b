import { FingerprintError } from '../errors.ts';
import type { FeatureKind } from './feature.ts';

export const shingleUnits = ['chars', 'words', 'sentences'] as const;
export type ShingleUnit = (typeof shingleUnits)[number];

/** Ends of sentences: a full stop, question or exclamation mark before white space, or one that needs none. */
const betweenSentences = /(?<=[.!?…]["'”’)\]]*)\s+|(?<=[。！？])/u;

/** Shingles: every run of `size` characters, words or sentences of a text, in order. A text of fewer has none. */
export function shingles(text: string, unit: ShingleUnit, size: number): readonly string[] {
  return runsOf(unitsOf(text, unit), size);
}

/** Every run of `size` units, joined without spaces as in the paper. */
export function runsOf(units: readonly string[], size: number): readonly string[] {
  if (size === 1) return units;
  const runs: string[] = [];
  for (let start = 0; start + size <= units.length; start++) {
    let run = units[start] as string;
    for (let i = 1; i < size; i++) run += units[start + i] as string;
    runs.push(run);
  }
  return runs;
}

export function unitsOf(text: string, unit: ShingleUnit): readonly string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (unit === 'words') return trimmed.split(/\s+/);
  if (unit === 'sentences') return trimmed.split(betweenSentences);
  return Array.from(trimmed.replace(/\s+/g, ' '));
}

/**
 * Shingles as features. A text that is too short for one is a feature as a whole: otherwise all short texts would be the
 * same.
 */
export function shingleFeatures(unit: ShingleUnit, size: number): FeatureKind {
  checkSize(size);
  return {
    name: `${unit}:${size}`,
    *of({ text }) {
      const units = unitsOf(text, unit);
      if (units.length > 0 && units.length < size) yield { text: units.join(''), weight: 1 };
      for (const shingle of runsOf(units, size)) yield { text: shingle, weight: 1 };
    },
  };
}

export function checkSize(size: number): void {
  if (Number.isInteger(size) && size >= 1) return;
  throw new FingerprintError(
    'FINGERPRINT_OPTION_INVALID',
    `shingles of ${size}: the size must be a whole number from 1 on`,
  );
}
