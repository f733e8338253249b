import { dataBlock, escaped, htmlDocument } from '../../../presentation/html/document.ts';
import { pageStyle } from '../../../presentation/html/style.ts';
import { counted, moment } from '../../../presentation/in-words.ts';
import { smallPicture } from '../../../presentation/pictures/small-picture.ts';
import type { Figures } from '../metrics/metrics.ts';
import { type ErrorSurface, errorSurfaces } from '../read/error-surface.ts';
import { tradeOff } from '../read/recommend.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { showMistakes } from './in-browser/show-mistakes.ts';
import { mistakesData, picturedStates } from './mistakes-data.ts';
import { surfaceSvg } from './surface-svg.ts';

/** Of some 30 kB each: a file of more than 15 MB opens slowly. */
const mostPictures = 500;
const pictureWidth = 480;

/** Figures 9 to 15 for somebody's own sites, as one file that needs nothing else (D9). */
export async function* calibrationHtml(report: CalibrationReport): AsyncGenerator<string> {
  const title = `Calibration of ${report.name}`;
  yield* htmlDocument(
    {
      title,
      style: pageStyle + calibrationStyle,
      script: `(${showMistakes})(document);\n`,
      hasPictures: true,
    },
    body(report),
  );
}

async function* body(report: CalibrationReport): AsyncGenerator<string> {
  const { name, at, best, equality, points, heldOut, sites, weight } = report;
  const states = sites.reduce((sum, site) => sum + site.states, 0);
  yield `<header><h1>Calibration of ${escaped(name)}</h1><p>${escaped(moment(at))}: ${counted(points.length, 'setting')} tried on ${counted(states, 'recorded state')} of ${counted(sites.length, 'site')}. A missed state counts ${weight === 1 ? '' : `${weight} times `}as much as a duplicate one.</p></header>\n<main>\n`;
  yield `<h2>Recommended: <code>${escaped(best.setting)}</code></h2>\n`;
  yield figuresTable([
    ['On the sites it was chosen on', best.figures],
    ...(equality === null
      ? []
      : [['Every change a state (stripped documents are equal)', equality] as const]),
  ]);
  if (heldOut.length > 0) {
    yield '<h2>On sites it was not chosen on</h2>\n<p>Each site in turn was left out, a setting was chosen on the others, and tried on it.</p>\n';
    yield figuresTable(
      heldOut.map(({ site, setting, figures }) => [
        `${sites.find((each) => each.site === site)?.url ?? site}, by ${setting}`,
        figures,
      ]),
    );
  }
  yield '<h2>What each trade gives</h2>\n<p>No other setting has both fewer missed and fewer duplicate states than one of these.</p>\n';
  yield figuresTable(tradeOff(points).map(({ setting, figures }) => [setting, figures]));
  yield '<h2>Total error over size and threshold</h2>\n';
  yield `<p class="legend">Missed and duplicate states together; the darker, the fewer. ${equality === null ? '' : `<b class="framed">Framed</b> settings are better than equality of stripped documents (${equality.error}). `}The <b class="chosen">heavy frame</b> is recommended. Point at a cell to see both figures; press it to see what it got wrong, with the pictures.</p>\n`;
  const worst = Math.max(...points.map(({ figures }) => figures.error));
  for (const surface of errorSurfaces(points)) {
    yield `<figure><figcaption><strong>${escaped(titleOf(surface))}</strong></figcaption>\n`;
    yield `${surfaceSvg(surface, equality, best.setting, worst)}</figure>\n`;
  }
  yield '</main>\n<footer>Made by Tidemark. This file contacts no server.</footer>\n';
  yield* pressed(report);
}

const titleOf = ({ algorithm, kind }: ErrorSurface): string =>
  kind === '' ? algorithm : `${algorithm}, ${kind}`;

function figuresTable(rows: readonly (readonly [title: string, figures: Figures])[]): string {
  const lines = rows.map(
    ([title, { missed, duplicates, error, f1, speed }]) =>
      `<tr><td>${escaped(title)}</td><td>${missed}</td><td>${duplicates}</td><td>${error}</td><td>${f1.toFixed(3)}</td><td>${Math.round(100 * speed)} %</td></tr>\n`,
  );
  return `<div class="table"><table class="figures"><thead><tr><th></th><th>missed</th><th>duplicates</th><th>error</th><th>F1</th><th>actions saved</th></tr></thead><tbody>\n${lines.join('')}</tbody></table></div>\n`;
}

/** What the script shows: mistakes of every setting, and small pictures of the states in them. */
async function* pressed(report: CalibrationReport): AsyncGenerator<string> {
  const data = mistakesData(report);
  yield dataBlock('mistakes', 'application/json', JSON.stringify(data).replaceAll('<', '\\u003c'));
  for (const { site, state } of picturedStates(data, report.best.setting).slice(0, mostPictures)) {
    const png = await report.screenshot(site, state);
    if (png === null) continue;
    const small = Buffer.from(smallPicture(png, pictureWidth)).toString('base64');
    yield dataBlock(`picture-${site}-${state}`, 'text/plain', small);
  }
}

const shades = Array.from({ length: 10 }, (_, shade) => {
  const share = shade / 9;
  const [light, ink] = [30 + 62 * share, share < 0.25 ? '#fff' : '#10282f'];
  return `.shade-${shade} rect { fill: hsl(${190 - 20 * share} ${58 - 30 * share}% ${light}%); } .shade-${shade} text { fill: ${ink}; }`;
});

const calibrationStyle = `
.surface { display: block; font: 12px system-ui, sans-serif; }
.surface text { text-anchor: middle; }
.surface .row { text-anchor: end; }
.surface .row, .surface .column { fill: var(--soft); }
.surface .name { fill: var(--ink); }
.surface g { cursor: pointer; }
.surface g:focus-visible { outline: 2px solid var(--link); }
${shades.join('\n')}
.below rect { stroke: #d9822b; stroke-width: 1; }
.best rect { stroke: var(--mis); stroke-width: 4; }
[aria-pressed="true"] rect { stroke: var(--ink); stroke-width: 4; }
figure { margin: 1.5rem 0 0; padding: 1rem 1.25rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
figcaption { margin-bottom: 0.6rem; }
.wrong { margin: 0.75rem 0 0; padding: 0.25rem 1.25rem 1rem; border-left: 3px solid var(--edge); }
.wrong h3 { margin: 0.5rem 0; font-size: 1rem; }
.mistake { margin-top: 1.25rem; }
.mistake > p { margin: 0; overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; margin-top: 0.5rem; }
.pair img { display: block; width: 100%; border: 1px solid var(--line); border-radius: 0.25rem; }
.pair p { margin: 0 0 0.25rem; font-size: 0.85rem; }
.legend b { padding: 0 0.3rem; border-radius: 0.2rem; font-weight: 600; }
.legend b.framed { border: 1px solid #d9822b; }
.legend b.chosen { border: 3px solid var(--mis); }
.table { overflow-x: auto; }
table.figures { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
table.figures :is(td, th) { padding: 0.45rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
table.figures th { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
table.figures :is(td, th):first-child { padding-left: 0; text-align: left; white-space: normal; min-width: 14rem; overflow-wrap: anywhere; }
`;
