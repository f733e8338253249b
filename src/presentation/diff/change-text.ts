import type { WordChange } from '../../track/index.ts';
import { counted } from '../in-words.ts';
import { placeInWords } from '../place-in-words.ts';
import { printable } from '../printable.ts';
import { readableAddress } from '../readable-address.ts';
import { type Ink, type InkStyle, type StyledText, wrapWords } from '../terminal/styled-text.ts';
import { type Change, shortenWords, type WordLimits } from './page-diff.ts';
import type { JoinedChange } from './shown-changes.ts';

const marks: Readonly<Record<Change['flag'], readonly [string, InkStyle]>> = {
  changed: ['~', 'yellow'],
  new: ['+', 'green'],
  gone: ['-', 'red'],
  moved: ['>', 'cyan'],
};

export interface ChangeTextOptions extends WordLimits {
  readonly ink: Ink;
  readonly width: number;
  readonly indent: string;
  /** Links that are listed; the others are counted. */
  readonly mostLinks: number;
}

/** A change in lines: what happened and where, then the words. `[-words-]` are removed and `{+words+}` added, as git writes them. */
export function* changeText(change: JoinedChange, options: ChangeTextOptions): Generator<string> {
  const { ink, indent } = options;
  const [mark, style] = marks[change.flag];
  const [what, where] = [whatHappened(change), printable(placeInWords(change))];
  yield `${indent}${ink.paint(style, `${mark} ${what}`)}${where === '' ? '' : ` ${ink.paint('dim', where)}`}`;
  yield* changeBody(change, { ...options, indent: `${indent}    ` });
}

/** The words and links alone, with their marks. */
export function* changeBody(change: JoinedChange, options: ChangeTextOptions): Generator<string> {
  if (change.section === null) yield* wordLines(change, options);
  yield* detailLines(change, options);
}

/** `changed paragraph`, `moved section “Delivery” (4 parts)`. */
function whatHappened({ flag, kind, parts, section }: JoinedChange): string {
  if (section !== null) return `moved section “${printable(section)}” (${counted(parts, 'part')})`;
  return parts > 1 ? `moved ${counted(parts, 'part')}` : `${flag} ${kind}`;
}

function* wordLines(
  { flag, words }: Change,
  { ink, width, indent, ...limits }: ChangeTextOptions,
): Generator<string> {
  const runs = shortenWords(words, limits).map((run) => styled(run, flag));
  for (const line of wrapWords(runs, width - indent.length, ink)) yield indent + line;
}

const noPictures = { removed: [], added: [], replaced: [] };

function* detailLines(
  change: JoinedChange,
  { ink, width, indent, mostLinks }: ChangeTextOptions,
): Generator<string> {
  const { movedFrom, links, pictures = noPictures, isNoise, reason, rules, isCut } = change;
  const from = movedFrom === null ? '' : placeInWords(movedFrom);
  if (from !== '' && from !== placeInWords(change)) yield indent + ink.paint('dim', `was ${printable(from)}`);
  const all = [
    ...links.removed.map((url) => ink.paint('red', `- link ${readableAddress(url)}`)),
    ...links.added.map((url) => ink.paint('green', `+ link ${readableAddress(url)}`)),
    ...pictures.removed.map((url) => ink.paint('red', `- picture ${readableAddress(url)}`)),
    ...pictures.added.map((url) => ink.paint('green', `+ picture ${readableAddress(url)}`)),
    ...pictures.replaced.map((url) => `~ picture ${readableAddress(url)}: new content, the same address`),
  ];
  for (const link of all.slice(0, mostLinks)) yield indent + link;
  if (all.length > mostLinks)
    yield indent +
      ink.paint('dim', `and ${counted(all.length - mostLinks, 'more address', 'more addresses')}`);
  if (isCut) yield indent + ink.paint('dim', 'Only the part of this long text is kept in which it differs.');
  if (!isNoise) return;
  const why = `noise: ${printable(reason)}${rules.length === 0 ? '' : ` [${rules.join(', ')}]`}`;
  for (const line of wrapWords([{ text: why, style: 'dim' }], width - indent.length, ink))
    yield indent + line;
}

/** Marks are used together with colours, too: logs and mails lose colours, and not all readers can see them. */
function styled({ kind, text }: WordChange, flag: Change['flag']): StyledText {
  const shown = printable(text);
  if (kind === 'same') return { text: shown, style: flag === 'moved' ? 'cyan' : null };
  const style = kind === 'added' ? 'green' : 'red';
  // For a whole segment that came or went, the mark before it is enough.
  if (flag !== 'changed') return { text: shown, style };
  const space = /^\s*/.exec(shown)?.[0] ?? '';
  const words = shown.slice(space.length);
  return { text: `${space}${kind === 'added' ? `{+${words}+}` : `[-${words}-]`}`, style };
}
