import {
  type ErrorSurface,
  errorSurfaces,
  type Figures,
  type Mistake,
  tradeOff,
} from '../../calibrate/index.ts';
import { escaped, htmlDocument } from '../html/document.ts';
import { pageStyle } from '../html/style.ts';
import { counted, moment } from '../in-words.ts';
import { smallPicture } from '../overview/small-picture.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { calibrationStyle } from './calibration-style.ts';
import { surfaceSvg } from './surface-svg.ts';

/** Mistakes of one setting that are shown with their pictures. */
const mostMistakes = 20;
const pictureWidth = 480;

/** Figures 9 to 15 for somebody's own sites, as one file that needs nothing else (D9). */
export async function* calibrationHtml(report: CalibrationReport): AsyncGenerator<string> {
  const title = `Calibration of ${report.name}`;
  yield* htmlDocument(
    { title, style: pageStyle + calibrationStyle, script: '', hasPictures: true },
    body(report),
  );
}

async function* body(report: CalibrationReport): AsyncGenerator<string> {
  const { name, at, best, equality, points, heldOut, sites, weight } = report;
  const states = sites.reduce((sum, site) => sum + site.states, 0);
  yield `<header><h1>Calibration of ${escaped(name)}</h1><p>${escaped(moment(at))}: ${counted(points.length, 'setting')} tried on ${counted(states, 'recorded state')} of ${counted(sites.length, 'site')}. A missed state counts ${weight} times as much as a duplicate one.</p></header>\n<main>\n`;
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
  yield '<p class="legend">Missed and duplicate states together; dark is good. <b class="framed">Framed</b> settings are better than equality of stripped documents, the <b class="chosen">red frame</b> is recommended. Point at a cell to see both figures.</p>\n';
  const worst = Math.max(...points.map(({ figures }) => figures.error));
  for (const surface of errorSurfaces(points)) {
    yield `<figure><figcaption><strong>${escaped(titleOf(surface))}</strong></figcaption>\n`;
    yield `${surfaceSvg(surface, equality, best.setting, worst)}</figure>\n`;
  }
  yield* wrongs(report);
  yield '</main>\n<footer>Made by Tidemark. This file contacts no server.</footer>\n';
}

const titleOf = ({ algorithm, kind }: ErrorSurface): string =>
  kind === '' ? algorithm : `${algorithm}, ${kind}`;

function figuresTable(rows: readonly (readonly [title: string, figures: Figures])[]): string {
  const lines = rows.map(
    ([title, { missed, duplicates, error, f1, speed }]) =>
      `<tr><td>${escaped(title)}</td><td>${missed}</td><td>${duplicates}</td><td>${error}</td><td>${f1.toFixed(3)}</td><td>${Math.round(100 * speed)} %</td></tr>\n`,
  );
  return `<table class="figures"><thead><tr><th></th><th>missed</th><th>duplicates</th><th>error</th><th>F1</th><th>actions saved</th></tr></thead><tbody>\n${lines.join('')}</tbody></table>\n`;
}

async function* wrongs(report: CalibrationReport): AsyncGenerator<string> {
  const { best } = report;
  const mistakes = report.mistakes(best.setting);
  yield `<h2>What <code>${escaped(best.setting)}</code> gets wrong</h2>\n`;
  if (mistakes.length === 0) yield '<p>Nothing.</p>\n';
  for (const mistake of mistakes.slice(0, mostMistakes)) yield await pictured(mistake, report);
  if (mistakes.length > mostMistakes) yield `<p>And ${mistakes.length - mostMistakes} more.</p>\n`;
}

async function pictured(mistake: Mistake, { sites, screenshot }: CalibrationReport): Promise<string> {
  const { site, state } = mistake;
  const other = mistake.kind === 'missed' ? mistake.takenFor : mistake.of;
  const url = sites.find((each) => each.site === site)?.url ?? '';
  const says =
    mistake.kind === 'duplicate'
      ? `State ${state} is the same as state ${other} to people, and is kept beside it.`
      : other === null
        ? `State ${state} is missed: nothing leads to it any more.`
        : `State ${state} is missed: it is taken for state ${other}.`;
  const shown = await Promise.all(
    (other === null ? [state] : [other, state]).map(async (number) => {
      const png = await screenshot(site, number);
      const picture =
        png === null
          ? '<p>There is no picture.</p>'
          : `<img alt="State ${number}" src="data:image/png;base64,${Buffer.from(smallPicture(png, pictureWidth)).toString('base64')}">`;
      return `<div><p>State ${number}</p>${picture}</div>`;
    }),
  );
  return `<section><p><strong>${escaped(url)}</strong>: ${says}</p><div class="pair">${shown.join('')}</div></section>\n`;
}
