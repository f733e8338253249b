import { actionInWords } from '../../../explore/index.ts';
import { printable } from '../../../presentation/printable.ts';
import { cutEnd } from '../../../presentation/terminal/text-width.ts';
import type { ShownGraph } from './graph-json.ts';

/** Longer labels make boxes that are too large to place. */
const longestLabel = 40;

/** The graph for Graphviz: `dot -Tsvg`. Transitions to near-duplicates are dashed. */
export function* graphDot({ states, transitions }: ShownGraph): Generator<string> {
  yield 'digraph states {\n  rankdir=LR;\n  charset="UTF-8";\n  node [shape=box, style=rounded];\n';
  for (const { number, title, url } of states) {
    const label = `${number} ${title === '' ? url : title}`;
    // The address becomes a link in a drawing: `javascript:` must not.
    const link = /^https?:/i.test(url) ? `, URL=${quoted(url)}` : '';
    yield `  s${number} [label=${short(label)}, tooltip=${quoted(title)}${link}];\n`;
  }
  for (const { from, to, action, distance } of transitions) {
    const says = actionInWords(action);
    const style = distance > 0 ? ', style=dashed' : '';
    yield `  s${from} -> s${to} [label=${short(says)}, tooltip=${quoted(says)}${style}];\n`;
  }
  yield '}\n';
}

function short(text: string): string {
  return quoted(cutEnd(printable(text), longestLabel));
}

/** A DOT string. In labels, Graphviz interprets `\N` and the like, and reads `&lt;` as `<`. */
function quoted(text: string): string {
  return `"${printable(text).toWellFormed().replace(/[\\"]/g, '\\$&').replaceAll('&', '&amp;')}"`;
}
