import { gzipSync } from 'node:zlib';
import { actionInWords, type StateGraph } from '../../../explore/index.ts';
import { dataBlock, escaped, htmlDocument, outsideLink } from '../../../presentation/html/document.ts';
import { pageStyle } from '../../../presentation/html/style.ts';
import { counted, moment } from '../../../presentation/in-words.ts';
import { smallPicture } from '../../../presentation/pictures/small-picture.ts';
import { readableAddress } from '../../../presentation/readable-address.ts';
import { sliderRange } from '../graph-view/slider-range.ts';
import type { Overview, OverviewData } from './overview.ts';
import { overviewScript } from './overview-script.ts';
import { overviewStyle } from './overview-style.ts';

/** Pictures fill a column of the page when there are few states; when there are many, the file must still open. */
const fewStates = 60;
const [wideAmongFew, wideAmongMany] = [640, 320];

/** The states of an application as one file that needs nothing else: the graph, its states, and the threshold slider (D6). */
export async function* overviewHtml(overview: Overview): AsyncGenerator<string> {
  const title = `States of ${readableAddress(overview.url)}`;
  const script = await overviewScript();
  yield* htmlDocument({ title, style: pageStyle + overviewStyle, script, hasPictures: true }, body(overview));
}

async function* body(overview: Overview): AsyncGenerator<string> {
  yield* head(overview);
  yield main;
  yield '<footer>Made by Tidemark. This file contacts no server.</footer>\n';
  yield dataBlock('data', 'application/json', JSON.stringify(dataOf(overview)).replaceAll('<', '\\u003c'));
  const width = overview.graph.states.length <= fewStates ? wideAmongFew : wideAmongMany;
  for (const { number } of overview.graph.states) {
    const { html, screenshot } = await overview.contentOf(number);
    yield dataBlock(`dom-${number}`, 'text/plain', gzipSync(html.toWellFormed()).toString('base64'));
    if (screenshot === null) continue;
    const picture = Buffer.from(smallPicture(screenshot, width)).toString('base64');
    yield dataBlock(`picture-${number}`, 'text/plain', picture);
  }
}

function dataOf({ url, graph: { threshold, states, transitions, distances } }: Overview): OverviewData {
  return {
    url,
    threshold,
    states,
    transitions: transitions.map(({ from, to, distance, action }) => ({
      from,
      to,
      distance,
      says: actionInWords(action),
    })),
    distances,
  };
}

function* head({ url, at, graph }: Overview): Generator<string> {
  const { states, transitions, setting, threshold } = graph;
  yield `<header>\n<div>\n<p class="eyebrow">Tidemark · states of ${outsideLink(url, readableAddress(url))}</p>\n`;
  yield `<h1><bdi>${escaped(states[0]?.title || readableAddress(url))}</bdi></h1>\n`;
  yield `<p class="when">${moment(at)} UTC: ${counted(states.length, 'state')} and ${counted(transitions.length, 'transition')}, told apart by <i>${escaped(setting)}</i> with the threshold ${threshold}</p>\n<p class="summary" id="counts" role="status"></p>\n</div>\n`;
  yield slider(graph);
  yield '</header>\n<noscript><p class="apart">The graph is drawn by a script, which your browser does not run.</p></noscript>\n';
}

function slider({ threshold, distances }: StateGraph): string {
  const { to, step } = sliderRange(threshold, distances);
  const disabled = to > threshold ? '' : ' disabled';
  return `<div class="slider">
<label for="threshold">Threshold <output id="at" for="threshold">${threshold}</output></label>
<input type="range" id="threshold" min="${threshold}" max="${to}" step="${step}" value="${threshold}"${disabled}>
<svg id="histogram" preserveAspectRatio="none" role="img" aria-label="How many pairs of states are how far apart"></svg>
<p class="ends"><span>${threshold}, as explored</span><span>pairs of states by distance</span><span>${to}</span></p>
</div>
`;
}

const main = `<main>
<div class="drawing">
<div id="graph" role="img" aria-label="The graph of states. The list of states has the same contents."></div>
<div id="bands" aria-hidden="true"></div>
<div class="zoom"><button type="button" id="closer" aria-label="Closer">+</button><button type="button" id="farther" aria-label="Farther away">−</button><button type="button" id="fit">Whole graph</button></div>
</div>
<aside aria-label="States">
<div id="all-states">
<label for="find">Show only what contains</label>
<input type="search" id="find" autocomplete="off" spellcheck="false">
<p id="found" role="status"></p>
<ul id="list"></ul>
<details id="removed-part" hidden><summary>Removed by the threshold: <span id="removed-count"></span></summary><ul id="removed"></ul></details>
</div>
<div id="one-state" hidden>
<button type="button" id="back">All states</button>
<h2 id="state-title" tabindex="-1"></h2>
<p id="state-address"></p>
<div id="state-picture"></div>
<div id="state-way-part"><h2>How it is reached</h2><ol id="state-way"></ol></div>
<div id="state-next-part"><h2>What can be done here</h2><ul id="state-next"></ul></div>
<div id="state-before-part"><h2>What leads here</h2><ul id="state-before"></ul></div>
<h2 id="dom-title">Its DOM</h2>
<pre id="state-dom" tabindex="0" role="region" aria-labelledby="dom-title"></pre>
</div>
</aside>
</main>
`;
