import { isMap, isScalar, parseDocument, type ToStringOptions } from 'yaml';
import { yamlStyle } from './write-project-file.ts';

/** How a user sets a file, as far as the writer can follow it. */
export function styleOf(text: string): ToStringOptions {
  const [, indentation = '  '] = /^[^\s#-][^\n]*:[^\n]*\n( +)[^\s#-]/m.exec(text) ?? [];
  const indentSeq = !/^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n\1- /m.test(text);
  return {
    ...yamlStyle,
    // The library sets lists that are not indented two columns to the left of the others.
    indent: indentSeq ? Math.min(indentation.length, 8) : 2,
    indentSeq,
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
  };
}

/** The rewritten file with each entry that did not change as it stands in `before`; as it is, where entries went or moved. */
export function withKeptEntries(before: string, rewritten: string, changed: ReadonlySet<string>): string {
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
  /** What stands before the first one. */
  readonly head: string;
  /** Each with the lines up to the next. */
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
