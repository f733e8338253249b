import type { FoundWord } from '../model/detector-input.ts';
import type { Need } from '../model/detector-kind.ts';
import type { StemLanguage, Stemmers } from '../stem/stemmers.ts';
import type { SegmentReading } from './segment-reading.ts';
import { splitWords } from './split-words.ts';

/** Where a sought word stands: the number of its first word in the text, and of its last. */
export interface WordPlace {
  readonly first: number;
  readonly last: number;
}

/** A word, or any form of it, that a detector looks for. What a user takes for one word may be several: "A/H1N1". */
export interface SoughtWord {
  /** As the user wrote it. */
  readonly written: string;
  readonly need: Need;
  /** All places, in the order of the text. */
  placesIn(reading: SegmentReading): readonly WordPlace[];
}

const nowhere: readonly WordPlace[] = [];

interface SoughtForms {
  /** Any form of the words, or only the words as they are. */
  readonly anyForm: boolean;
  /** Null: that of each text. */
  readonly language: StemLanguage | null;
}

/** Throws SyntaxError for a text without letters and digits. */
export function soughtWord(
  written: string,
  { anyForm, language }: SoughtForms,
  stemmers: Stemmers,
): SoughtWord {
  const parts = splitWords(written).words;
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  if (longest === '') throw new SyntaxError(`"${written}" has no letters or digits to look for`);
  const partsFor = (reading: SegmentReading): readonly string[] => {
    const chosen = anyForm ? (language ?? reading.language) : null;
    return chosen === null ? parts : parts.map(stemmers.of(chosen));
  };
  return {
    written,
    need: [anyForm ? { form: 'stem', text: longest, language } : { form: 'word', text: longest }],
    placesIn: (reading) => {
      const list = anyForm ? reading.stems(language) : reading.words;
      const sought = partsFor(reading);
      const firsts = reading.placesIn(list, sought[0] ?? '');
      if (firsts.length === 0) return nowhere;
      return firsts
        .filter((place) => sought.every((part, i) => list[place + i] === part))
        .map((first) => ({ first, last: first + sought.length - 1 }));
    },
  };
}

/** A place as evidence, with the words as the page has them. */
export function foundWord({ text, split }: SegmentReading, { first, last }: WordPlace): FoundWord {
  const start = split.starts[first] ?? 0;
  const end = split.ends[last] ?? start;
  return { text: text.slice(start, end), start, end };
}
