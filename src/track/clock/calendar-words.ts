import { calendarTables } from './calendar-table.ts';
import { PhraseIndex } from './phrase-index.ts';
import type { AgoReading, TimeCount } from './time-expression.ts';

/** What a word says about time. */
export type CalendarWord =
  | { readonly kind: 'month'; readonly month: number }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly isShort: boolean }
  | { readonly kind: 'reading'; readonly reading: AgoReading }
  /** "A few" and "two" count like digits. */
  | { readonly kind: 'count'; readonly count: TimeCount };

/** What follows a number: a unit of time and the words that say in which direction it counts. */
export interface UnitWords {
  /** In seconds. */
  readonly unit: number;
  /** The word before the number: "vor". Empty when none is required. */
  readonly prefix: string;
  readonly direction: 'ago' | 'ahead' | 'bare';
}

export interface CalendarWords {
  readonly words: PhraseIndex<CalendarWord>;
  readonly units: PhraseIndex<UnitWords>;
}

export type Script = keyof typeof calendarTables;

const known = new Map<Script, CalendarWords>();

/** The calendar words of the writing systems in a folded text. */
export function calendarWords(text: string): readonly CalendarWords[] {
  const scripts: Script[] = ['latin'];
  if (/[\u0370-\u1dff\u3040-\ud7af]/.test(text)) {
    if (/[\u0400-\u052f]/.test(text)) scripts.push('cyrillic');
    if (/[\u0370-\u03ff\u0530-\u1dff\u3040-\u9fff\uac00-\ud7af]/.test(text)) scripts.push('other');
  }
  return scripts.map((script) => {
    const words = known.get(script) ?? wordsOf(script);
    known.set(script, words);
    return words;
  });
}

function wordsOf(script: Script): CalendarWords {
  const { words, units } = calendarTables[script];
  return { words: new PhraseIndex(words, wordOf), units: new PhraseIndex(units, unitOf) };
}

/** Encodes a meaning for the table; `wordOf` decodes it. */
export function codeOfWord(word: CalendarWord): string {
  if (word.kind === 'month') return `month ${word.month}`;
  if (word.kind === 'weekday') return `weekday ${word.weekday}${word.isShort ? ' short' : ''}`;
  if (word.kind === 'count') return `count ${word.count.least} ${word.count.most} ${word.count.step}`;
  const { least, most, daysAgo } = word.reading;
  return `ago ${least} ${most}${daysAgo === undefined ? '' : ` ${daysAgo}`}`;
}

function wordOf(code: string): CalendarWord {
  const [kind, first = '', second = '', third] = code.split(' ');
  if (kind === 'month') return { kind, month: Number(first) };
  if (kind === 'weekday') return { kind, weekday: Number(first), isShort: second === 'short' };
  const range = { least: Number(first), most: Number(second) };
  if (kind === 'count') return { kind, count: { ...range, step: Number(third) } };
  const daysAgo = third === undefined ? {} : { daysAgo: Number(third) };
  return { kind: 'reading', reading: { kind: 'ago', ...range, ...daysAgo } };
}

export const codeOfUnit = ({ unit, direction, prefix }: UnitWords): string =>
  `${unit} ${direction} ${prefix}`.trimEnd();

function unitOf(code: string): UnitWords {
  const [unit, direction, ...prefix] = code.split(' ');
  return { unit: Number(unit), direction: direction as UnitWords['direction'], prefix: prefix.join(' ') };
}
