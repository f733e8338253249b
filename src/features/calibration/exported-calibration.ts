import { bytesBlock, dataBlock, exportedFile } from '../../presentation/html/exported-file.ts';
import { counted, moment } from '../../presentation/in-words.ts';
import { smallPicture } from '../../presentation/pictures/small-picture.ts';
import type { CalibrationFigures, ExportedCalibration } from './exported-data.ts';
import type { Figures, MeasuredPoint } from './metrics/metrics.ts';
import type { Mistake } from './read/mistakes.ts';
import { tradeOff } from './read/recommend.ts';
import type { Calibration } from './read-calibration.ts';

/** Mistakes shown for one setting. A setting with more of them is wrong everywhere. */
const mostMistakes = 20;
/** About 30 kB each: a file of more than 15 MB opens slowly. */
const mostPictures = 500;
const pictureWidth = 480;

/** Everything that the exported file of a calibration shows. */
export interface CalibrationReport
  extends Pick<Calibration, 'weight' | 'best' | 'equality' | 'points' | 'heldOut' | 'mistakes'> {
  readonly name: string;
  readonly at: number;
  readonly sites: readonly { readonly site: number; readonly url: string; readonly states: number }[];
  /** PNG; null where there is none. */
  readonly screenshot: (site: number, state: number) => Promise<Uint8Array | null>;
}

/** Figures 9 to 15 of the paper on near-duplicate states for the recorded sites, as one self-contained file. */
export function calibrationHtml(report: CalibrationReport): AsyncGenerator<string> {
  const data = exportedCalibration(report);
  return exportedFile({
    view: 'calibration',
    title: `Calibration of ${report.name}`,
    text: calibrationText(data),
    data: blocks(report, data),
  });
}

/** The figures as the API and the exported file contain them. */
export function calibrationFigures(
  { best, equality, heldOut, points }: Pick<Calibration, 'best' | 'equality' | 'heldOut' | 'points'>,
  sites: CalibrationFigures['sites'],
): CalibrationFigures {
  return {
    recommended: { setting: best.setting, figures: best.figures },
    equality,
    heldOut: heldOut.map(({ site, setting, figures }) => ({ site, setting, figures })),
    surfaces: errorSurfaces(points),
    trades: tradeOff(points).map(({ setting, figures }) => ({ setting, figures })),
    sites: sites.map(({ site, url }) => ({ site, url })),
  };
}

export function exportedCalibration(report: CalibrationReport): ExportedCalibration {
  const { name, at, points, sites, weight, mistakes } = report;
  const states = sites.reduce((sum, site) => sum + site.states, 0);
  const lists: (readonly Mistake[])[] = [];
  const places = new Map<string, number>();
  const listOf: Record<string, number> = {};
  for (const { setting } of points) {
    const shown = mistakes(setting).slice(0, mostMistakes);
    const key = JSON.stringify(shown);
    const place = places.get(key) ?? lists.push(shown) - 1;
    places.set(key, place);
    listOf[setting] = place;
  }
  return {
    name,
    says: `${moment(at)}: ${counted(points.length, 'setting')} tried on ${counted(states, 'recorded state')} of ${counted(sites.length, 'site')}. A missed state counts ${weight === 1 ? '' : `${weight} times `}as much as a duplicate one.`,
    figures: calibrationFigures(report, sites),
    lists,
    listOf,
  };
}

/** States whose pictures the file shows; those of the best setting first. */
export function picturedStates({
  figures,
  lists,
  listOf,
}: ExportedCalibration): readonly { readonly site: number; readonly state: number }[] {
  const ofBest = lists[listOf[figures.recommended.setting] ?? -1] ?? [];
  const found = new Map<string, { readonly site: number; readonly state: number }>();
  for (const { site, state: wrong, other } of [ofBest, ...lists].flat())
    for (const state of [wrong, other]) if (state !== null) found.set(`${site} ${state}`, { site, state });
  return [...found.values()];
}

async function* blocks(report: CalibrationReport, data: ExportedCalibration): AsyncGenerator<string> {
  yield dataBlock('data', data);
  for (const { site, state } of picturedStates(data).slice(0, mostPictures)) {
    const png = await report.screenshot(site, state);
    if (png !== null) yield bytesBlock(`picture-${site}-${state}`, smallPicture(png, pictureWidth));
  }
}

function* calibrationText({ name, says, figures }: ExportedCalibration): Generator<string> {
  const { recommended, equality, heldOut, trades, sites } = figures;
  yield `Calibration of ${name}\n${says}\n\nRecommended: ${recommended.setting}`;
  yield line('On the sites it was chosen on', recommended.figures);
  if (equality !== null) yield line('Every change a state', equality);
  if (heldOut.length > 0) yield '\nOn sites it was not chosen on';
  for (const { site, setting, figures: held } of heldOut)
    yield line(`${sites.find((each) => each.site === site)?.url ?? site}, by ${setting}`, held);
  yield '\nWhat each trade gives';
  for (const { setting, figures: traded } of trades) yield line(setting, traded);
}

const line = (title: string, { missed, duplicates, error, f1, speed }: Figures): string =>
  `${title}: ${missed} missed, ${duplicates} duplicate, error ${error}, F1 ${f1.toFixed(3)}, ${Math.round(100 * speed)} % of actions saved`;

/** Figures 9 to 15, each an algorithm with one kind of features, over size and threshold; sorted by algorithm, then by kind. */
export function errorSurfaces(points: readonly MeasuredPoint[]): CalibrationFigures['surfaces'] {
  const placed = points
    .filter(({ point }) => point.algorithm !== 'equality')
    .map(({ setting, point, figures }) => {
      const [, kind = point.features, size = '1'] = /^(\w+):(\d+)$/.exec(point.features) ?? [];
      return {
        algorithm: point.algorithm,
        kind,
        cell: { size: Number(size), threshold: point.threshold, setting, figures },
      };
    });
  const groups = Map.groupBy(placed, ({ algorithm, kind }) => `${algorithm}/${kind}`);
  const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  return [...groups.values()]
    .map((group) => ({
      algorithm: group[0]?.algorithm ?? '',
      kind: group[0]?.kind ?? '',
      sizes: ascending(group.map(({ cell }) => cell.size)),
      thresholds: ascending(group.map(({ cell }) => cell.threshold)),
      cells: group.map(({ cell }) => cell),
    }))
    .sort((one, other) => (`${one.algorithm}/${one.kind}` < `${other.algorithm}/${other.kind}` ? -1 : 1));
}
