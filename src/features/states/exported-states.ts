import { gzipSync } from 'node:zlib';
import { actionInWords, type StateGraph } from '../../explore/index.ts';
import { bytesBlock, dataBlock, exportedFile } from '../../presentation/html/exported-file.ts';
import { counted, moment } from '../../presentation/in-words.ts';
import { smallPicture } from '../../presentation/pictures/small-picture.ts';
import { readableAddress } from '../../presentation/readable-address.ts';
import type { ExportedStates } from './exported-data.ts';

/** What a state showed. */
export interface StateContent {
  readonly html: string;
  /** PNG; null where none was taken. */
  readonly screenshot: Uint8Array | null;
}

/** An exploration, as its exported file shows it. */
export interface Overview {
  readonly url: string;
  /** When it began, in milliseconds. */
  readonly at: number;
  readonly graph: StateGraph;
  /** What would have been sent and may change something. */
  readonly held: ExportedStates['graph']['held'];
  /** Called once for each state, one after the other, so that not all contents are in memory at once. */
  readonly contentOf: (number: number) => Promise<StateContent>;
}

/** Up to this many states have wide pictures, which fill a column of the page; with more states, pictures are narrower, so that the file still opens. */
const fewStates = 60;
const [wideAmongFew, wideAmongMany] = [640, 320];

/** The states of an application as one file that needs nothing else: the graph, its states, and the threshold slider. */
export function overviewHtml(overview: Overview): AsyncGenerator<string> {
  const data = exportedStates(overview);
  return exportedFile({
    view: 'states',
    title: `States of ${data.address}`,
    text: statesText(data),
    data: blocks(overview, data),
  });
}

function exportedStates({ url, at, graph, held }: Overview): ExportedStates {
  const { setting, threshold, states, transitions, distances } = graph;
  return {
    url,
    address: readableAddress(url),
    says: `${moment(at)} UTC: ${counted(states.length, 'state')} and ${counted(transitions.length, 'transition')}, distinguished by ${setting} with the threshold ${threshold}`,
    graph: {
      setting,
      threshold,
      states: states.map(({ number, url: shownAt, title }) => ({ number, url: shownAt, title })),
      // Without the details that only a browser needs to repeat them.
      transitions: transitions.map(({ from, to, distance, action }) => ({
        from,
        to,
        distance,
        says: actionInWords(action),
      })),
      distances,
      held,
    },
  };
}

async function* blocks({ contentOf }: Overview, data: ExportedStates): AsyncGenerator<string> {
  yield dataBlock('data', data);
  const { states } = data.graph;
  const width = states.length <= fewStates ? wideAmongFew : wideAmongMany;
  for (const { number } of states) {
    const { html, screenshot } = await contentOf(number);
    yield bytesBlock(`dom-${number}`, gzipSync(html.toWellFormed()));
    if (screenshot !== null) yield bytesBlock(`picture-${number}`, smallPicture(screenshot, width));
  }
}

function* statesText({
  address,
  says,
  graph: { states, transitions, held },
}: ExportedStates): Generator<string> {
  yield `States of ${address}\n${says}\n`;
  const leading = Map.groupBy(transitions, ({ from }) => from);
  for (const { number, title, url } of states) {
    yield `${number} ${title}  ${readableAddress(url)}`;
    for (const { to, says: action } of leading.get(number) ?? []) yield `    ${action}: ${to}`;
    for (const { from, says: action, requests } of held)
      if (from === number) yield `    ${action}: would have sent ${requests.join(', ')}`;
  }
}
