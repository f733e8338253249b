import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makerOf } from '../../../presentation/html/dom.ts';
import { atThreshold } from '../graph-view/at-threshold.ts';
import { distanceHistogram } from '../graph-view/distance-histogram.ts';
import { graphStyle } from '../graph-view/graph-style.ts';
import { layOut } from '../graph-view/lay-out.ts';
import { drawGraph } from './in-browser/draw-graph.ts';
import { drawHistogram } from './in-browser/draw-histogram.ts';
import { listStates } from './in-browser/list-states.ts';
import { showState } from './in-browser/show-state.ts';
import { type OverviewParts, startOverview } from './in-browser/start-overview.ts';

const parts: OverviewParts = {
  atThreshold,
  distanceHistogram,
  drawGraph,
  drawHistogram,
  graphStyle,
  layOut,
  listStates,
  makerOf,
  showState,
};

/**
 * The script of the overview: Cytoscape.js, and the sources of the functions above. Node has taken their types out when it loaded them, so there is nothing
 * to build; each uses only its arguments and what browsers have.
 */
export async function overviewScript(): Promise<string> {
  const library = createRequire(import.meta.url).resolve('cytoscape/dist/cytoscape.min.js');
  const sources = Object.entries(parts).map(([name, part]) => `${name}: ${part}`);
  const start = `(${startOverview})({\n${sources.join(',\n')}\n}, window, cytoscape);\n`;
  return `${await readFile(library, 'utf8')}\n${start}`;
}
