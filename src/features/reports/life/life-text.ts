import { counted, everyDays, inDays, moment } from '../../../presentation/in-words.ts';
import { printable } from '../../../presentation/printable.ts';
import { type Ink, wrapWords } from '../../../presentation/terminal/styled-text.ts';
import { padded } from '../../../presentation/terminal/text-width.ts';
import { flagColors, isTooEarlyToSay } from '../report/report-words.ts';
import type { LifeVisit, PageLife } from './page-life.ts';

interface LifeTextOptions {
  readonly ink: Ink;
  readonly width: number;
}

/** The life of a page for people, line by line. */
export function* lifeText(life: PageLife, options: LifeTextOptions): Generator<string> {
  const { ink } = options;
  yield ink.paint('bold', printable(life.url));
  yield* fact('file', `${life.file}, project ${printable(life.project)}`, options);
  if (life.identity !== life.url) yield* fact('identity', printable(life.identity), options);
  for (const { text, place, rule, why } of life.removed) {
    yield* fact('', `without ${printable(`"${text}"`)}: ${place}, ${rule}; ${printable(why)}`, options);
  }
  yield* fact('found', foundInWords(life), options);
  if (life.aliasOf !== null) {
    const { url, file, agreements } = life.aliasOf;
    const agreed = `the same in ${counted(agreements, 'comparison')}`;
    yield* fact('alias of', `${printable(url)} (file ${file}); ${agreed}`, options);
  }
  for (const { url, file } of life.aliases) yield* fact('alias', `${printable(url)} (file ${file})`, options);
  if (life.compares !== null) yield* fact('compared', printable(life.compares), options);
  if (life.renderings > 0) {
    const times = counted(life.renderings, 'time');
    yield* fact(
      'rendered',
      `by a browser, ${times} at the newest visit: the page is built by scripts, or the project renders all`,
      options,
    );
  }
  yield* fact('changes', rateInWords(life), options);
  yield* fact('next visit', `after ${inDays(life.interval.days)}: ${life.interval.reason}`, options);
  for (const { id, state, says } of life.rules) {
    yield* fact('learned', `${id} (${state}): ${printable(says)}`, options);
  }
  yield '';
  yield* visitLines(life.visits, options);
}

/** Wrapped, with the name before the first line. */
function* fact(name: string, text: string, { ink, width }: LifeTextOptions): Generator<string> {
  const column = 12;
  for (const [place, line] of wrapWords([{ text, style: null }], width - column, ink).entries()) {
    yield ink.paint('dim', padded(place === 0 ? name : '', column)) + line;
  }
}

function foundInWords({ found, visits }: PageLife): string {
  const [first] = visits;
  const when = first === undefined ? 'not visited yet' : `first visited in run ${first.run}`;
  if (found.on === null) return `${when}; a start of the project, or listed in a sitemap or folder`;
  const links = counted(found.depth, 'link');
  return `${when}; a link (${found.linkKind}) on ${printable(found.on.url)}, ${links} from the start`;
}

function rateInWords({ changeRate: { visits, changes, perDay } }: PageLife): string {
  if (visits === 0) return 'not known yet: it was visited only once';
  const seen = `found at ${changes} of ${counted(visits, 'further visit')}`;
  if (perDay === 0) return seen;
  return isTooEarlyToSay(perDay)
    ? `${seen}; too early to say how often`
    : `${seen}, about one ${everyDays(1 / perDay)}`;
}

function* visitLines(visits: readonly LifeVisit[], { ink, width }: LifeTextOptions): Generator<string> {
  yield ink.paint('bold', `run   ${padded('when (UTC)', 18)}flag  reason`);
  const column = 30;
  for (const { run, at, flag, reason } of visits) {
    const shown = flag === null ? '-  ' : ink.paint(flagColors[flag], flag);
    const beginning = `${padded(String(run), 6)}${padded(moment(at), 18)}${shown}   `;
    const lines = wrapWords([{ text: printable(reason), style: null }], width - column, ink);
    yield beginning + (lines[0] ?? '');
    for (const line of lines.slice(1)) yield ' '.repeat(column) + line;
  }
}
