import { findTimes } from './find-times.ts';
import { type DatedText, type Period, periodOf, timeMark } from './same-times.ts';

/** A text that says how long ago something was. */
export interface ShownAge {
  /** Its words, with a mark for the age. */
  readonly words: string;
  /** When it was. */
  readonly moment: Period;
}

/** Null unless there is exactly one age in the text. */
export function shownAge({ text, at }: DatedText): ShownAge | null {
  if (at === null) return null;
  const ages = findTimes(text).filter(({ reading }) => reading.kind === 'ago');
  const [age, another] = ages;
  if (age === undefined || another !== undefined) return null;
  const moment = periodOf({ reading: age.reading, at });
  return moment && { words: text.slice(0, age.start) + timeMark + text.slice(age.end), moment };
}
