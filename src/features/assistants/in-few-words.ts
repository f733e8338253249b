interface NamedPage {
  readonly file: string;
  readonly url: string;
}

export interface FoundPages {
  readonly items: readonly (NamedPage & Readonly<Record<'project' | 'title' | 'at' | 'text', string>>)[];
  readonly next: string | null;
}

/** What a run reported. */
export interface RunChanges
  extends Readonly<Record<'run' | 'visited' | 'updated' | 'newCount' | 'goneCount' | 'groupCount', number>> {
  readonly project: string;
  readonly isFirst: boolean;
  readonly groups: readonly {
    readonly changes: readonly Change[];
    readonly pages: readonly NamedPage[];
    readonly pageCount: number;
    readonly reason: string;
  }[];
  readonly newPages: readonly NamedPage[];
  readonly gone: readonly (NamedPage & { readonly reason: string })[];
}

interface Change {
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
}

export interface PageHistory extends NamedPage {
  readonly project: string;
  readonly identity: string;
  readonly changeRate: { readonly changes: number; readonly visits: number };
  readonly interval: { readonly reason: string };
  readonly rules: readonly Readonly<Record<'id' | 'state' | 'says', string>>[];
  readonly visits: readonly {
    readonly run: number;
    readonly at: string;
    readonly flag: string | null;
    readonly reason: string;
  }[];
}

/** Longer sentences do not help an assistant to decide which page to read. */
const LONGEST = 300;
const MOST_VISITS = 10;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Each answer names the page by project and file id, and has the address of the whole. */
export function foundInWords({ items, next }: FoundPages): string {
  if (items.length === 0) return 'Nothing found.';
  const rows = items.map(
    ({ project, file, title, url, at, text }) =>
      `${title === '' ? url : title}\n  project ${project}, file ${file}, ${at.slice(0, 10)}\n  ${url}\n  ${cut(text)}`,
  );
  return `${rows.join('\n')}${next === null ? '' : '\nThere is more: ask with more words.'}`;
}

export function changedInWords(news: RunChanges): string {
  const { project, run, isFirst, visited, updated, newCount, goneCount, groups, groupCount } = news;
  if (isFirst) return `Run ${run} of ${project} was the first: ${visited} pages, nothing to compare with.`;
  const counts = `${updated} updated, ${newCount} new, ${goneCount} gone`;
  const shown = groups.map(({ changes, pages, pageCount, reason }) => {
    const [page] = pages;
    const others = pageCount > 1 ? ` and ${pageCount - 1} more pages` : '';
    const words = changes.length === 0 ? reason : changes.map(changeInWords).join(' / ');
    return `- file ${page?.file} ${page?.url}${others}: ${cut(words)}`;
  });
  const more = groupCount > groups.length ? [`- and ${groupCount - groups.length} more changes`] : [];
  const came = news.newPages.map(({ file, url }) => `- new: file ${file} ${url}`);
  const went = news.gone.map(({ file, url, reason }) => `- gone: file ${file} ${url} (${cut(reason)})`);
  return [`Run ${run} of ${project}: ${counts}.`, ...shown, ...more, ...came, ...went].join('\n');
}

/** `The height is [-3.1-] {+4.2+} metres`, as `tidemark diff` writes it. */
function changeInWords({ words }: Change): string {
  const marked = {
    same: (text: string) => text,
    added: (text: string) => `{+${text}+}`,
    removed: (text: string) => `[-${text}-]`,
  };
  return words.map(({ kind, text }) => marked[kind](text)).join('');
}

export function lifeInWords(life: PageHistory): string {
  const { project, file, url, identity, visits, interval, changeRate, rules } = life;
  const newest = visits.slice(-MOST_VISITS).toReversed();
  return [
    `${url} (project ${project}, file ${file})`,
    ...(identity === url ? [] : [`The same page as ${identity}`]),
    `${changeRate.changes} of ${changeRate.visits} visits found a change; ${interval.reason}.`,
    ...rules.map(({ id, state, says }) => `Rule ${id} (${state}): ${cut(says)}`),
    ...newest.map(({ run, at, flag, reason }) => `- run ${run}, ${at}: ${flag ?? 'no flag'}: ${cut(reason)}`),
  ].join('\n');
}
