import { counted, grouped } from '../in-words.ts';
import { areaInWords } from '../place-in-words.ts';
import type { ChangeGroup, ChangeSummary, LastingPages } from './change-summary.ts';

/** `The footer changed on 79 pages`, `New in the sidebar of 11 pages`. */
export function groupTitle({ changes, pageCount }: ChangeGroup): string {
  const [first, ...others] = changes;
  const pages = counted(pageCount, 'page');
  if (first === undefined) return `Changed on ${pages}`;
  const place = first.area === 'head' && others.length === 0 ? `the ${first.kind}` : areaInWords(first);
  switch (others.some(({ flag }) => flag !== first.flag) ? 'changed' : first.flag) {
    case 'changed':
      return `${place.charAt(0).toUpperCase()}${place.slice(1)} changed on ${pages}`;
    case 'new':
      return `New in ${place} of ${pages}`;
    case 'gone':
      return `Gone from ${place} of ${pages}`;
    case 'moved':
      return `Moved in ${place} of ${pages}`;
  }
}

/** The result of a run in one line: `3 of 29 pages changed, 1 is new.`, `Nothing changed on 29 pages.` */
export function summaryLine(summary: ChangeSummary): string {
  const { isFirst, startFailure, visited, updated, newCount, goneCount, failedCount } = summary;
  const start = startFailure === null ? '' : `${startFailure} `;
  if (isFirst) {
    const failed = failedCount === 0 ? '' : ` ${counted(failedCount, 'page')} could not be read.`;
    return `${start}${counted(newCount, 'page')} kept, to be compared with at the next visit.${failed}`;
  }
  const parts = [
    updated === 0 ? '' : `${grouped(updated)} of ${counted(visited - newCount, 'page')} changed`,
    newCount === 0 ? '' : `${grouped(newCount)} ${newCount === 1 ? 'is' : 'are'} new`,
    goneCount === 0 ? '' : `${grouped(goneCount)} ${goneCount === 1 ? 'is' : 'are'} gone`,
    failedCount === 0 ? '' : `${grouped(failedCount)} could not be read`,
  ].filter((part) => part !== '');
  const nothing = updated + newCount + goneCount === 0;
  const same = visited - failedCount - summary.lasting.missing - summary.lasting.failing;
  const begin = nothing ? [`Nothing changed on ${counted(same, 'page')}`] : [];
  return `${start}${[...begin, ...parts].join(', ')}.${lastingInWords(summary.lasting)}`;
}

/** ` 3 pages are still gone, the first since run 2.` */
function lastingInWords({ missing, failing, missingSince, failingSince }: LastingPages): string {
  return (
    stillInWords(missing, missing === 1 ? 'is still gone' : 'are still gone', missingSince) +
    stillInWords(failing, failing === 1 ? 'still fails' : 'still fail', failingSince)
  );
}

function stillInWords(count: number, what: string, since: number | null): string {
  if (count === 0) return '';
  const when = since === null ? '' : `, ${count === 1 ? '' : 'the first '}since run ${since}`;
  return ` ${counted(count, 'page')} ${what}${when}.`;
}
