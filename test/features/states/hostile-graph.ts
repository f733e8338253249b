import type { StateGraph } from '../../../src/explore/index.ts';
import { atThreshold } from '../../../src/features/states/graph-view/at-threshold.ts';
import type { ShownGraph } from '../../../src/features/states/state-graph/graph-json.ts';

/** What a hostile page may have for a title, or a button for a label. */
export const hostileTexts = [
  '',
  '</script><script>document.title = "taken"</script>',
  '<img src=x onerror="document.title = \'taken\'">',
  '"quoted" and \'quoted\'',
  'ends with a backslash \\',
  '\\N \\G \\" \\\\"',
  '&amp; &lt; &#60; &',
  ']]> <![CDATA[ <!-- --> -->',
  'two\nlines\r\nand\ttabs',
  'control \u0000\u0001\u001b[2J and lone \ud800 surrogate',
  '\u202efdp.exe',
  '{{ template }} `tick`',
  '𝒻𝒶𝓃𝒸𝓎 ☕ 中文',
];

/** A state for each text, all reached from the first. */
export function hostileGraph(): { readonly graph: StateGraph; readonly shown: ShownGraph } {
  const states = hostileTexts.map((title, number) => ({
    number,
    url: number === 1 ? 'javascript:document.title="taken"' : `https://example.org/?a=1&b="<${number}>`,
    title,
    hash: `${number}`,
    depth: number === 0 ? 0 : 1,
  }));
  const graph: StateGraph = {
    setting: 'content & "more" <x>',
    threshold: 0.03,
    states,
    transitions: states.map(({ number, title }) => ({
      from: 0,
      to: number,
      action: {
        kind: 'click',
        place: { path: ['body'], label: title, element: 'button' },
        filled: [{ place: { path: ['input'], label: title, element: 'input' }, value: title }],
        value: '',
      },
      distance: number % 2 === 0 ? 0 : 0.01,
    })),
    distances: states.map(({ number }) => Array.from({ length: number }, (_, other) => 0.1 + other / 100)),
  };
  return { graph, shown: atThreshold(graph, graph.threshold) };
}
