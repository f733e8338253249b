import { actionInWords, type StateGraph } from '../../../explore/index.ts';
import type { ShownGraph } from './graph-json.ts';

type Of = 'graph' | 'node' | 'edge';
type GraphmlType = 'string' | 'int' | 'double';

const keys: readonly (readonly [name: string, of: Of, type: GraphmlType])[] = [
  ['setting', 'graph', 'string'],
  ['threshold', 'graph', 'double'],
  ['url', 'node', 'string'],
  ['title', 'node', 'string'],
  ['hash', 'node', 'string'],
  ['depth', 'node', 'int'],
  ['kind', 'edge', 'string'],
  ['says', 'edge', 'string'],
  ['distance', 'edge', 'double'],
];

/** The graph as GraphML 1.0, which yEd, Gephi, NetworkX and others read. */
export function* graphml({ setting }: StateGraph, shown: ShownGraph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const [name, of, type] of keys)
    yield `  <key id="${of}-${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`;
  yield '  <graph id="states" edgedefault="directed">\n';
  yield `    ${data('graph', { setting, threshold: shown.threshold })}\n`;
  for (const { number, url, title, hash, depth } of shown.states)
    yield `    <node id="s${number}">${data('node', { url, title, hash, depth })}</node>\n`;
  for (const { from, to, action, distance } of shown.transitions) {
    const facts = { kind: action.kind, says: actionInWords(action), distance };
    yield `    <edge source="s${from}" target="s${to}">${data('edge', facts)}</edge>\n`;
  }
  yield '  </graph>\n</graphml>\n';
}

function data(of: Of, facts: Readonly<Record<string, string | number>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `<data key="${of}-${name}">${xmlText(String(value))}</data>`)
    .join('');
}

/** Characters that XML 1.0 cannot contain, even escaped, such as lone surrogates. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

function xmlText(text: string): string {
  return text.replace(notInXml, '\u{fffd}').replace(/[&<>\r]/g, (character) => references[character] ?? '');
}
