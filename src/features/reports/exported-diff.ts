import { diffText } from '../../presentation/diff/diff-text.ts';
import {
  type Change,
  countedChanges,
  type DiffVersion,
  judgeInWords,
  type PageDiff,
  shortenWords,
  shownChanges,
  subjectInWords,
  type WordLimits,
} from '../../presentation/diff/page-diff.ts';
import { joinMoves } from '../../presentation/diff/shown-changes.ts';
import { dataBlock, exportedFile } from '../../presentation/html/exported-file.ts';
import { counted, moment } from '../../presentation/in-words.ts';
import { readableAddress } from '../../presentation/readable-address.ts';
import { withoutColors } from '../../presentation/terminal/styled-text.ts';
import type { ExportedChange, ExportedDiff, ExportedPage } from './exported-data.ts';

export interface ExportLimits extends WordLimits {
  /** How many changes are shown; the others are counted. */
  readonly most: number;
}

const wholePage: ExportLimits = { context: 400, longest: 20_000, most: 5000 };
/** How many links of one change are listed; the others are counted. */
const mostLinks = 40;
/** Columns of the text for readers without JavaScript. */
export const textWidth = 110;

/** A diff as one self-contained file. */
export function diffHtml(diff: PageDiff, withNoise: boolean): AsyncGenerator<string> {
  return exportedFile({
    view: 'diff',
    title: `What changed: ${diff.url}`,
    text: diffText(diff, { ink: withoutColors, width: textWidth, withNoise }),
    data: [dataBlock('data', exportedDiff(diff, withNoise))],
  });
}

function exportedDiff(diff: PageDiff, withNoise: boolean): ExportedDiff {
  const shown = shownChanges(diff, withNoise);
  return {
    project: diff.project,
    page: exportedPage(diff),
    versions: `${version(diff.from)} → ${version(diff.to)}`,
    notes: notesOf(diff, shown),
    changes: exportedChanges(shown, wholePage),
    more: Math.max(shown.length - wholePage.most, 0) + diff.more,
  };
}

function version({ run, at }: DiffVersion): string {
  return `run ${run}, ${moment(at)} UTC`;
}

function notesOf(diff: PageDiff, shown: readonly Change[]): readonly string[] {
  const { from, to, changes, isWhole } = diff;
  if (from.run === to.run || (from.sha256 === to.sha256 && shown.length === 0))
    return ['The same version: not a byte differs.'];
  const size = ({ bytes, sha256 }: DiffVersion) => `${counted(bytes, 'byte')}, sha256 ${sha256}`;
  if (changes === null) return [`No text to compare. Before: ${size(from)}. After: ${size(to)}.`];
  const hidden = changes.length - shown.length;
  const noise = hidden === 0 ? '' : ` · ${counted(hidden, 'difference')} of noise not shown`;
  const counts =
    countedChanges(shown) ||
    (isWhole ? 'The bytes differ, but no text, link or image does' : 'Nothing in it differs');
  return [subjectInWords(diff), judgeInWords(diff), counts + noise].filter((note) => note !== null);
}

/** A page with its address in readable form. */
export function exportedPage(page: {
  readonly file: string;
  readonly url: string;
  readonly identity?: string;
}): ExportedPage {
  return { file: page.file, url: page.url, address: readableAddress(page.identity ?? page.url) };
}

/** At most `limits.most` changes, with the words around each. */
export function exportedChanges(changes: readonly Change[], limits: ExportLimits): readonly ExportedChange[] {
  return joinMoves(changes.slice(0, limits.most)).map((change) => {
    const { removed, added } = change.links;
    const { pictures } = change;
    const [gone, come] = [
      removed.slice(0, mostLinks),
      added.slice(0, Math.max(mostLinks - removed.length, 0)),
    ];
    return {
      ...change,
      words: shortenWords(change.words, limits),
      links: { removed: gone.map(readableAddress), added: come.map(readableAddress) },
      ...(pictures !== undefined && {
        pictures: {
          removed: pictures.removed.map(readableAddress),
          added: pictures.added.map(readableAddress),
          replaced: pictures.replaced.map(readableAddress),
        },
      }),
      moreLinks: removed.length + added.length - gone.length - come.length,
    };
  });
}
