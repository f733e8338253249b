import { type Document, isMap, isNode, isSeq, type Node } from 'yaml';
import { type ProjectFileOptions, parseProjectFile, readProjectFile } from '../parse-project-file.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { styleOf, withKeptEntries } from './kept-layout.ts';
import { styled, writeProjectFile, writtenProject } from './write-project-file.ts';
import type { Written } from './written.ts';

/**
 * A user's own file after a change to its project. What did not change keeps its wording, layout and comments; JSON becomes
 * YAML where it must. Throws PROJECT_FILE_INVALID for a file that cannot be read, and for a change that makes no sense.
 */
export function editProjectFile(
  text: string,
  change: (project: ProjectDefinition) => ProjectDefinition,
  options?: ProjectFileOptions,
): string {
  const { definition, yaml } = readProjectFile(text, options);
  const changed = change(definition);
  const before = writtenProject(definition);
  const after = writtenProject(changed);
  if (same(before, after)) return text;
  const { document } = yaml;
  document.contents = edited(document, document.contents, before, after) as typeof document.contents;
  const rewritten = document.toString(styleOf(text));
  const kept = withKeptEntries(text, rewritten, changedKeys(before, after));
  // An alias in the file may have carried the change to another place.
  const exact = [kept, rewritten].find((each) => isProject(each, after, options));
  return exact ?? writeProjectFile(changed);
}

function isProject(text: string, wanted: Written, options?: ProjectFileOptions): boolean {
  return same(writtenProject(parseProjectFile(text, options)), wanted);
}

function changedKeys(before: Written, after: Written): ReadonlySet<string> {
  if (!isWrittenMap(before) || !isWrittenMap(after)) return new Set();
  return new Set(Object.keys({ ...before, ...after }).filter((key) => !same(before[key], after[key])));
}

function edited(document: Document, node: unknown, before: Written | undefined, after: Written): Node {
  if (isNode(node) && before !== undefined && same(before, after)) return node;
  if (isMap(node) && isWrittenMap(before) && isWrittenMap(after)) {
    for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) node.delete(key);
    for (const [key, value] of Object.entries(after)) {
      if (same(before[key], value)) continue;
      const inner = edited(document, node.get(key, true), before[key], value);
      if (inner !== node.get(key, true)) node.set(key, inner);
    }
    return node;
  }
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after) && node.items.length === before.length) {
    node.items = editedItems(document, node.items, before, after);
    return node;
  }
  return styled(document, after);
}

/** Unchanged entries at the beginning and the end keep their nodes; those between are edited or made new. */
function editedItems(
  document: Document,
  items: readonly unknown[],
  before: readonly Written[],
  after: readonly Written[],
): unknown[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && same(before[start], after[start])) start++;
  let end = 0;
  while (end < most - start && same(before.at(-1 - end), after.at(-1 - end))) end++;
  const middle = after.slice(start, after.length - end).map((value, i) => {
    const old = start + i < before.length - end ? start + i : null;
    return old === null ? styled(document, value) : edited(document, items[old], before[old], value);
  });
  return [...items.slice(0, start), ...middle, ...items.slice(items.length - end)];
}

const isWrittenMap = (value: Written | undefined): value is { readonly [key: string]: Written } =>
  typeof value === 'object' && !Array.isArray(value);

/** Equal, whatever the order of keys. */
function same(a: Written | undefined, b: Written | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && same(value, right.get(key)))
  );
}
