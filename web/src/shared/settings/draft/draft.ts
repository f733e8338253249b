import { createContext, useContext } from 'react';
import type { Place, Plain } from './edit-file.ts';

/** The project file while it is edited, by its places. The form and the text both change this one draft. */
export interface Draft {
  /** Null before the project is made. */
  readonly project: string | null;
  /** The whole file. */
  readonly text: string;
  read(place: Place): Plain | undefined;
  /** Undefined removes the place. */
  set(place: Place, value: Plain | undefined): void;
  add(list: Place, value: Plain, at?: number): void;
  move(list: Place, from: number, to: number): void;
  /** Removes an entry of a list, and shows a message with a button that undoes it. */
  drop(list: Place, at: number, said: string): void;
  /** What is wrong at a place or inside it; null for nothing. */
  problem(place: Place): string | null;
  /** What is wrong with a place as a whole, such as a rule that says nothing. */
  problemHere(place: Place): string | null;
  /** What the schema says about a place. */
  help(place: Place): string | undefined;
}

export const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('a field of the settings stands outside of them');
  return draft;
}

type PlainMap = Readonly<Record<string, Plain | undefined>>;

export const asMap = (value: Plain | undefined): PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainMap) : {};

/** A list, or a single value that stands for a list of one. */
export const asList = (value: Plain | undefined): readonly Plain[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as Plain];

/** Text as a field shows it. */
export const asText = (value: Plain | undefined): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

export const isYes = (value: Plain | undefined): boolean => value === true || value === 'yes';
