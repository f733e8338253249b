import { isMap, isScalar, parseDocument, type ToStringOptions } from 'yaml';

/** How project files are read: as the server reads them. */
export const readAs = { version: '1.2', schema: 'core', stringKeys: true, logLevel: 'error' } as const;

/** The layout of a file, as far as the writer can keep it. Long patterns and addresses are never folded. */
export function layoutOf(text: string): ToStringOptions {
  const isFlush = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n\1- /m.test(text);
  return { lineWidth: 0, indentSeq: !isFlush, flowCollectionPadding: !/[[{][^\s\]}]/.test(text) };
}

interface Entry {
  readonly key: string;
  /** From its key to the next one, with the comments between. */
  readonly words: string;
}

/**
 * The text of `rewritten` for one entry of the outermost map, and of `before` for all others, to the letter. Returns `rewritten` when a file has no
 * entries line by line.
 */
export function keepingOthers(before: string, rewritten: string, changed: string): string {
  const [old, made] = [entriesOf(before), entriesOf(rewritten)];
  if (old === null || made === null) return rewritten;
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const stays = new Set(made.entries.map(({ key }) => key));
  const known = new Map(old.entries.map((entry) => [entry.key, entry]));
  // What follows a removed entry belongs to the next one.
  const orphaned = old.entries.filter(({ key }) => !stays.has(key)).map(({ words }) => notesBehind(words));
  const parts = made.entries.map(({ key, words }) =>
    key === changed ? words : (known.get(key)?.words ?? words),
  );
  return [old.head, ...parts, ...orphaned].reduce(
    (text, part) => (text === '' || text.endsWith('\n') || part === '' ? text + part : text + lineEnd + part),
    '',
  );
}

/** The comments and blank lines after an entry. */
function notesBehind(words: string): string {
  const lines = words.split('\n');
  const last = lines.findLastIndex((line) => !/^\s*(?:#.*)?$/.test(line));
  const behind = lines.slice(last + 1).join('\n');
  return behind.includes('#') ? behind : '';
}

function entriesOf(text: string): { readonly head: string; readonly entries: readonly Entry[] } | null {
  const { contents, errors } = parseDocument(text, { ...readAs, uniqueKeys: false });
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return null;
  const keys = contents.items.flatMap(({ key }) => (isScalar(key) && key.range != null ? [key] : []));
  if (keys.length === 0 || keys.length < contents.items.length) return null;
  const starts = keys.map(({ range }) => range?.[0] ?? 0);
  return {
    head: text.slice(0, starts[0]),
    entries: keys.map(({ value }, place) => ({
      key: String(value),
      words: text.slice(starts[place], starts[place + 1] ?? text.length),
    })),
  };
}
