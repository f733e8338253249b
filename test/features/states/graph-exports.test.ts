import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { describe, expect, test } from 'vitest';
import { actionInWords } from '../../../src/explore/index.ts';
import { atThreshold } from '../../../src/features/states/graph-view/at-threshold.ts';
import { graphDot } from '../../../src/features/states/state-graph/graph-dot.ts';
import { graphJson } from '../../../src/features/states/state-graph/graph-json.ts';
import { graphml } from '../../../src/features/states/state-graph/graphml.ts';
import { printable } from '../../../src/presentation/printable.ts';
import { browserForThisTest } from '../../kernel/fetch/browser-for-this-test.ts';
import { hostileGraph, hostileTexts } from './hostile-graph.ts';

const { graph, shown } = hostileGraph();

interface DotObject {
  readonly name: string;
  readonly tooltip: string;
  readonly URL?: string;
}

/** What Graphviz makes of a string of DOT when it draws it. */
const drawn = (text = '') => text.replaceAll('&amp;', '&').replace(/\\(.)/g, '$1');

describe('exports of a graph with hostile titles and labels', () => {
  test('JSON has everything, under a larger threshold too', () => {
    const read = JSON.parse(graphJson(graph, shown));
    expect(read).toMatchObject({ setting: graph.setting, exploredWith: 0.03, threshold: 0.03, removed: [] });
    expect(read.states).toEqual(JSON.parse(JSON.stringify(graph.states)));
    expect(read.distances).toEqual(graph.distances);
    expect(read.transitions).toHaveLength(hostileTexts.length);
    expect(read.transitions[3].says).toContain('fill in “"quoted" and');
    const larger = JSON.parse(graphJson(graph, atThreshold(graph, 0.1)));
    expect(larger.states.map(({ number }: { number: number }) => number)).toEqual([0]);
    expect(larger.removed[0]).toEqual({ number: 1, because: 'near-duplicate', of: 0, distance: 0.1 });
    expect(larger.distances).toHaveLength(hostileTexts.length);
  });

  test('GraphML is well-formed XML with every text in it', async () => {
    const page = await (await (await browserForThisTest()).newVisitor()).newPage();
    const read = (await page.evaluate(
      `(() => {
        const xml = new DOMParser().parseFromString(${JSON.stringify([...graphml(graph, shown)].join(''))}, 'application/xml');
        const failure = xml.querySelector('parsererror')?.textContent ?? null;
        const facts = (element) => Object.fromEntries([...element.children].map((data) => [data.getAttribute('key'), data.textContent]));
        const all = (name) => [...xml.getElementsByTagNameNS('http://graphml.graphdrawing.org/xmlns', name)];
        const keys = all('key').map((key) => key.id);
        const unknown = all('data').filter((data) => !keys.includes(data.getAttribute('key'))).length;
        return {
          failure, unknown,
          nodes: all('node').map((node) => ({ id: node.id, ...facts(node) })),
          edges: all('edge').map((edge) => ({ to: edge.getAttribute('target'), ...facts(edge) })),
        };
      })()`,
    )) as {
      failure: string | null;
      unknown: number;
      nodes: readonly Record<string, string>[];
      edges: readonly Record<string, string>[];
    };
    expect(read).toMatchObject({ failure: null, unknown: 0 });
    const inXml = (text: string) =>
      text
        .replaceAll('\u0000', '\ufffd')
        .replaceAll('\u0001', '\ufffd')
        .replaceAll('\u001b', '\ufffd')
        .toWellFormed();
    expect(read.nodes.map((node) => node['node-title'])).toEqual(hostileTexts.map(inXml));
    expect(read.nodes[3]?.['node-url']).toBe('https://example.org/?a=1&b="<3>');
    expect(read.edges.map(({ to }) => to)).toEqual(hostileTexts.map((_, number) => `s${number}`));
    expect(read.edges.map((edge) => edge['edge-says'])).toEqual(
      graph.transitions.map(({ action }) => inXml(actionInWords(action))),
    );
  });

  test('DOT is read and drawn by Graphviz with every text in it', async () => {
    const graphviz = await Graphviz.load();
    const dot = [...graphDot(shown)].join('');
    const { objects, edges } = JSON.parse(graphviz.layout(dot, 'dot_json', 'nop2')) as {
      readonly objects: readonly DotObject[];
      readonly edges: readonly { readonly tooltip: string; readonly head: number; readonly style?: string }[];
    };
    expect(objects.map(({ name, tooltip }) => [name, drawn(tooltip)])).toEqual(
      hostileTexts.map((text, number) => [`s${number}`, printable(text).toWellFormed()]),
    );
    expect(objects.filter(({ URL }) => URL === undefined || URL === '').map(({ name }) => name)).toEqual([
      's1',
    ]);
    expect(edges).toHaveLength(hostileTexts.length);
    expect(edges.filter(({ style }) => style === 'dashed')).toHaveLength(Math.floor(hostileTexts.length / 2));
    const svg = graphviz.layout(dot, 'svg', 'dot');
    expect(svg).toContain('>6 &amp;amp; &amp;lt; &amp;#60; &amp;<');
    expect(svg).toContain('>5 \\N \\G \\&quot; \\\\&quot;<');
  });
});
