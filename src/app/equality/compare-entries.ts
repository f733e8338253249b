import { type PageView, PartialView, wholePage } from '../../crawl/index.ts';
import { anyPattern, type CompareEntry } from '../../project/index.ts';

/** What was chosen for a URL: by the first entry that fits it. The choices stand in the order of the entries. */
export function byUrl<T>(
  entries: readonly CompareEntry[],
  choices: readonly T[],
  otherwise: T,
): (url: string) => T {
  const fits = entries.map(({ match }) => (match === undefined ? () => true : anyPattern(match)));
  return (url) => choices[fits.findIndex((isFor) => isFor(url))] ?? otherwise;
}

/** What an entry looks at on a page; one of bytes or with a plug-in has no view of its own. */
export function viewOf({ by = 'segments', only = [], ignore = [], ignoreText = [] }: CompareEntry): PageView {
  const isText = by === 'text';
  const isWhole = only.length + ignore.length + ignoreText.length === 0;
  return isWhole && !isText ? wholePage : new PartialView({ isText, only, ignore, ignoreText });
}
