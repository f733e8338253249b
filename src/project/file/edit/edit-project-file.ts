import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type ToStringOptions,
} from 'yaml';
import {
  type ProjectFile,
  type ProjectFileOptions,
  parseProjectFile,
  readProjectFile,
} from '../parse-project-file.ts';
import type { NotifyEntry } from '../schema/notify-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { placeOfValue } from '../yaml/locate.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { styled, type Written, writeProjectFile, writtenProject, yamlStyle } from './write-project-file.ts';

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

/** The user's layout of a file, as far as the writer can reproduce it. */
function styleOf(text: string): ToStringOptions {
  const [, indentation = '  '] = /^[^\s#-][^\n]*:[^\n]*\n( +)[^\s#-]/m.exec(text) ?? [];
  const indentSeq = !/^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n\1- /m.test(text);
  return {
    ...yamlStyle,
    // The library writes lists that are not indented two columns to the left of the others.
    indent: indentSeq ? Math.min(indentation.length, 8) : 2,
    indentSeq,
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
  };
}

/** The rewritten file with the text of unchanged entries from `before`. Returns it as it is if entries were removed or moved. */
function withKeptEntries(before: string, rewritten: string, changed: ReadonlySet<string>): string {
  const [old, made] = [entriesOf(before), entriesOf(rewritten)];
  if (old === null || made === null) return rewritten;
  if (old.entries.some(({ key }, place) => made.entries[place]?.key !== key)) return rewritten;
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  return made.entries.reduce((text, { key, words }, place) => {
    const kept = changed.has(key) ? undefined : old.entries[place]?.words;
    const next = kept ?? words.replace(/\r?\n/g, lineEnd);
    return /(?:^|\n)$/.test(text) ? text + next : text + lineEnd + next;
  }, old.head);
}

interface Entries {
  /** The text before the first entry. */
  readonly head: string;
  /** Each entry with the lines up to the next one. */
  readonly entries: readonly { readonly key: string; readonly words: string }[];
}

/** The entries of a file whose outermost map has a line for each key; null for others. */
function entriesOf(text: string): Entries | null {
  const { contents, errors } = parseDocument(text, {
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'error',
  });
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return null;
  const keys = contents.items.map(({ key }) => (isScalar(key) ? key : null));
  const starts = keys.map((key) => key?.range?.[0] ?? -1);
  if (starts.length === 0 || starts.includes(-1)) return null;
  return {
    head: text.slice(0, starts[0]),
    entries: starts.map((start, i) => ({
      key: String(keys[i]?.value),
      words: text.slice(start, starts[i + 1] ?? text.length),
    })),
  };
}

/** The text of a project file for people who may not change it. `hidden` returns the replacement of an address; null for an address that may be seen. */
export function withHiddenChannels(
  { definition, text, yaml }: ProjectFile,
  hidden: (to: NotifyEntry['to']) => string | null,
): string {
  const entries = (definition.notify ?? []).map(({ to }, i) => ({ i, to, instead: hidden(to) }));
  let shown = text;
  // From the end, so that the positions of earlier entries stay valid.
  for (const { i, instead } of entries.toReversed()) {
    if (instead === null) continue;
    const { offset, length } = placeOfValue(yaml, ['notify', i, 'to']);
    shown = `${shown.slice(0, offset)}${JSON.stringify(instead)}${shown.slice(offset + length)}`;
  }
  const secret = entries.flatMap(({ to, instead }) =>
    instead === null || typeof to !== 'string' ? [] : [to],
  );
  // An anchor that repeats the address, or a comment: it may hold the address of a channel that was taken out.
  if (isYaml(shown) && !addressInComment.test(shown) && !secret.some((address) => shown.includes(address)))
    return shown;
  const rewritten = writeProjectFile(hiddenDefinition(definition, hidden));
  return secret
    .toSorted((a, b) => b.length - a.length)
    .reduce((all, address) => all.replaceAll(address, '***'), rewritten);
}

/** Such as `# - https://hooks.example.org/KEY` and `# was ntfy:topic`. */
const addressInComment = /#.*[a-z][\w+.-]*:\S/i;

const isYaml = (text: string): boolean => !('problems' in readYaml(text));

const hiddenDefinition = (
  { notify = [], ...project }: ProjectDefinition,
  hidden: (to: NotifyEntry['to']) => string | null,
): ProjectDefinition => ({
  ...project,
  notify: notify.map((entry) => ({ ...entry, to: hidden(entry.to) ?? entry.to })),
});
