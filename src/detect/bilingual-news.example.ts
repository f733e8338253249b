import type { Match } from './model/detector-input.ts';
import type { DetectorDefinition } from './model/detector-kind.ts';
import { detectorSet, WatchedPage } from './watched-page.example.ts';

const english = ['virus', 'flu'];
const polish = ['wirus', 'grypa'];
const englishMore = [...english, 'AH1N1', 'disease'];
const polishMore = [...polish, 'AH1N1', 'choroba'];

/** The five detectors of the test in the paper on segments and detectors (section IV), for two languages. */
const paperDetectors: readonly DetectorDefinition[] = [
  { name: 'Simple', any: [{ words: english }, { words: polish }] },
  { name: 'Stem', any: [{ stems: english }, { stems: polish }] },
  { name: 'Dist', any: [{ close: { stems: english, within: 5 } }, { close: { stems: polish, within: 5 } }] },
  { name: 'InPhr', any: [{ sentence: { stems: english } }, { sentence: { stems: polish } }] },
  {
    name: 'Perc',
    any: [
      { optional: { stems: englishMore, atLeast: '50%' } },
      { optional: { stems: polishMore, atLeast: '50%' } },
    ],
  },
];

const coast = 'The flu virus has reached the coast.';
const rise = 'Viruses are on the rise. The flu is one of them.';
const city = 'The disease AH1N1 is spreading in the city.';
const draw = 'The match of the two teams ended in a draw.';
const wPolsce = 'Nowe wirusy grypy są już w Polsce.';
const inna = 'Wirus jest groźny. Ta grypa jest inna.';
const wMiescie = 'Choroba AH1N1 jest już w mieście.';
const remis = 'Mecz tych drużyn zakończył się remisem.';

const pageOf = (paragraphs: readonly string[]): string =>
  `<title>News</title><main>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main>`;

/** What happens at each of the twelve visits; what is not named stays as it was. */
const visits: readonly {
  readonly en?: readonly string[];
  readonly pl?: readonly string[];
  readonly enUrl?: string;
}[] = [
  { en: [coast, draw], pl: [wPolsce, remis] },
  {},
  { en: [rise, coast, draw] },
  // A move and mark-up are no changes.
  { en: [draw, rise, coast.replace('flu', '<b>flu</b>')] },
  // The content around the words changed.
  { pl: [`${wPolsce} Lekarze ostrzegają.`, remis] },
  { en: [draw, rise] },
  // What was gone comes back.
  { en: [coast, draw, rise] },
  { pl: [inna, `${wPolsce} Lekarze ostrzegają.`, remis] },
  { en: [city, coast, draw, rise], pl: [wMiescie, inna, remis] },
  { enUrl: 'https://news.example/en/health' },
  { en: [city, `${coast} Ten people are ill.`, draw] },
  {},
];

/** The matches of each visit. */
export function visitBilingualNews(): readonly (readonly Match[])[] {
  const detectors = detectorSet(paperDetectors);
  const en = new WatchedPage(detectors, 'https://news.example/en/', 1);
  const pl = new WatchedPage(detectors, 'https://news.example/pl/', 2);
  let texts: { en: readonly string[]; pl: readonly string[] } = { en: [], pl: [] };
  return visits.map(({ enUrl, ...changed }) => {
    texts = { ...texts, ...changed };
    if (enUrl !== undefined) en.url = enUrl;
    return [...en.visit(pageOf(texts.en)), ...pl.visit(pageOf(texts.pl))];
  });
}

/** Like table II: for each detector and for all, how many pages have matches (NoU), and how many matches there are (NoP). */
export function tableTwo(matches: readonly (readonly Match[])[]): string {
  const row = (name: string, cells: readonly number[]): string =>
    name.padEnd(10) + cells.map((cell) => String(cell).padStart(3)).join('');
  const rows = (name: string, isCounted: (match: Match) => boolean): readonly string[] => {
    const counted = matches.map((ofVisit) => ofVisit.filter(isCounted));
    return [
      row(
        `NoU${name}`,
        counted.map((ofVisit) => new Set(ofVisit.map(({ pageId }) => pageId)).size),
      ),
      row(
        `NoP${name}`,
        counted.map(({ length }) => length),
      ),
    ];
  };
  return [
    row(
      'visit',
      matches.map((_, visit) => visit + 1),
    ),
    ...paperDetectors.flatMap(({ name }) => rows(`-${name}`, ({ detector }) => detector === name)),
    ...rows('', () => true),
  ].join('\n');
}
