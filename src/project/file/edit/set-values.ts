import { parse, stringify } from 'yaml';
import { ProjectError } from '../../errors.ts';
import { type ProjectFileOptions, parseProjectFile, readProjectFile } from '../parse-project-file.ts';
import type { FilePath } from '../problems/project-file-error.ts';
import { editProjectFile } from './edit-project-file.ts';
import { yamlStyle } from './write-project-file.ts';

type Map = Readonly<Record<string, unknown>>;

/**
 * A user's own file with some values changed, each as `limits.pages=200` or `steps[1].form.fill."user.name"=tides`: the
 * place, counted from 0 in lists, and a YAML value after the `=`. An empty value removes the place. Comments stay. Throws
 * PROJECT_FILE_INVALID, also when the project would make no sense afterwards.
 */
export function setInProjectFile(
  text: string,
  assignments: readonly string[],
  options: ProjectFileOptions = {},
): string {
  let value = readProjectFile(text, options).yaml.value;
  for (const assignment of assignments) value = assigned(value, assignment);
  const changed = parseProjectFile(stringify(value, yamlStyle), options);
  return editProjectFile(text, () => changed, options);
}

function assigned(project: unknown, assignment: string): unknown {
  const { place, path, written } = readAssignment(assignment);
  return withValue(project, path, yamlValue(written, place), place);
}

function yamlValue(written: string, place: string): unknown {
  if (written.trim() === '') return undefined;
  try {
    return parse(written, { version: '1.2', schema: 'core', stringKeys: true });
  } catch {
    // The library's message may show the value, which may be a secret in the wrong place.
    throw refused(place, 'the value is not YAML: put it in quotes');
  }
}

/** A copy with another value at the place; undefined removes it. Missing maps on the way are added. */
function withValue(node: unknown, path: FilePath, value: unknown, place: string): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const items: readonly unknown[] = node === undefined || node === null ? [] : (node as unknown[]);
    if (!Array.isArray(items)) throw refused(place, `there is no list before [${part}]`);
    if (part > items.length) throw refused(place, `the list before [${part}] has ${items.length} entries`);
    const item = withValue(items[part], rest, value, place);
    return items.toSpliced(part, 1, ...(item === undefined ? [] : [item]));
  }
  if (node !== undefined && node !== null && (typeof node !== 'object' || Array.isArray(node)))
    throw refused(place, `there is no map that could have "${part}"; lists take brackets, as in rules[0]`);
  const { [part]: before, ...others } = (node ?? {}) as Map;
  const inner = withValue(before, rest, value, place);
  if (inner === undefined) return others;
  return { ...(node as Map | null), [part]: inner };
}

/** The parts of `limits.pages=200`. */
interface Assignment {
  /** As the user wrote it, for messages: the value may be a secret in the wrong place. */
  readonly place: string;
  readonly path: FilePath;
  /** What follows the `=`. */
  readonly written: string;
}

/** A plain key, a key in double quotes as in JSON, a key in single quotes without escapes, or `[1]`. */
const STEP = /(?:^|(?<=.)\.)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^.[\]="'][^.[\]=]*))|\[(\d+)\]/sy;
const UNENDED = /^\.?(?:"(?:[^"\\]|\\.)*\\?|'[^']*)$/s;

const EXAMPLE = 'write a place as in limits.pages or steps[0].form.fill.q';
const QUOTES = 'a key with dots, brackets or = in it needs quotes: steps[0].form.fill."user.name"';

/** Reads the place up to the first `=` outside quotes. Throws PROJECT_FILE_INVALID. */
function readAssignment(assignment: string): Assignment {
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
    throw refused(beforeSign(assignment), 'the quote before its last key is not closed');
  if (!assignment.includes('='))
    throw refused(assignment, 'write the place, = and the value: limits.pages=200');
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

const refused = (place: string, what: string): ProjectError =>
  new ProjectError('PROJECT_FILE_INVALID', `cannot set ${place}: ${what}`);
