import { parse, stringify } from 'yaml';
import { editProjectFile } from './edit-project-file.ts';
import type { FilePath } from './file-problem.ts';
import { type ProjectFileOptions, parseProjectFile, readProjectFile } from './parse-project-file.ts';
import { readAssignment, refused } from './set-place.ts';
import { yamlStyle } from './write-project-file.ts';

type Map = Readonly<Record<string, unknown>>;

/**
 * A user's own file with some values changed, each as `limits.pages=200` or `steps[1].form.fill."user.name"=tides`: the
 * place, counted from 0 in lists, and YAML after the sign. Nothing after the sign takes the place out. Comments stay. Throws
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
    // The library's words may show the value, which may be a secret in the wrong place.
    throw refused(place, 'the value is not YAML: put it into quotes');
  }
}

/** A copy with another value at the place; undefined takes it out. Maps on the way are made when they are missing. */
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
    throw refused(
      place,
      `there is no map to have "${part}"; lists are written with brackets, as in rules[0]`,
    );
  const { [part]: before, ...others } = (node ?? {}) as Map;
  const inner = withValue(before, rest, value, place);
  if (inner === undefined) return others;
  return { ...(node as Map | null), [part]: inner };
}
