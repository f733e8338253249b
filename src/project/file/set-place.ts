import { ProjectError } from '../errors.ts';
import type { FilePath } from './file-problem.ts';

/** `limits.pages=200` taken apart. */
export interface Assignment {
  /** As the user wrote it, for messages: the value may be a secret in the wrong place. */
  readonly place: string;
  readonly path: FilePath;
  /** What stands after the sign. */
  readonly written: string;
}

/** A key as it is, in quotes as in JSON, in quotes that mean nothing inside; or `[1]`. */
const STEP = /(?:^|(?<=.)\.)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^.[\]="'][^.[\]=]*))|\[(\d+)\]/sy;
const UNENDED = /^\.?(?:"(?:[^"\\]|\\.)*\\?|'[^']*)$/s;

const EXAMPLE = 'write a place as in limits.pages or steps[0].form.fill.q';
const QUOTES = 'a key with dots, brackets or = in it needs quotes: steps[0].form.fill."user.name"';

/** Reads the place, counted from 0 in lists, up to the first `=` outside of quotes. Throws PROJECT_FILE_INVALID. */
export function readAssignment(assignment: string): Assignment {
  const path: (string | number)[] = [];
  let end = 0;
  for (let step = stepAt(assignment, end); step !== null; step = stepAt(assignment, end)) {
    path.push(keyOf(step, assignment));
    end += step[0].length;
  }
  const rest = assignment.slice(end).trimStart();
  if (path.length > 0 && rest.startsWith('='))
    return { place: assignment.slice(0, end).trim(), path, written: rest.slice(1) };
  if (UNENDED.test(rest))
    throw refused(beforeSign(assignment), 'the quote that begins its last key has no end');
  if (!assignment.includes('='))
    throw refused(assignment, 'write the place, =, and the value: limits.pages=200');
  throw refused(beforeSign(assignment), `${EXAMPLE}; ${QUOTES}`);
}

function stepAt(text: string, at: number): RegExpExecArray | null {
  STEP.lastIndex = at;
  return STEP.exec(text);
}

function keyOf([, quoted, literal, bare, index]: RegExpExecArray, assignment: string): string | number {
  if (index !== undefined) return Number(index);
  if (quoted === undefined) return literal ?? bare?.trim() ?? '';
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    throw refused(
      beforeSign(assignment),
      'a backslash in double quotes is read as in JSON: write \\\\ for one',
    );
  }
}

const beforeSign = (assignment: string): string => assignment.split('=', 1)[0] ?? '';

export const refused = (place: string, what: string): ProjectError =>
  new ProjectError('PROJECT_FILE_INVALID', `cannot set ${place}: ${what}`);
