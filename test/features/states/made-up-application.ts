import type { StateGraph } from '../../../src/explore/index.ts';

/** Numbers between 0 and 1 that are the same at every run (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const sections = ['Orders', 'Customers', 'Products', 'Invoices', 'Reports', 'Settings', 'Messages'];
const views = ['list', 'filter', 'new entry', 'entry', 'edit', 'confirm', 'history', 'help'];

/** The graph of an office application: sections with views, each found from an older state, with ways back and across. Views of a section are nearer to each other. */
export function madeUpGraph(size: number, seed = 1): StateGraph {
  const dice = diceOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(dice() * all.length)] as T;
  const kinds = Array.from({ length: size }, (_, number) =>
    number === 0
      ? { section: 'Office', view: 'start' }
      : {
          section: sections[(number - 1) % sections.length] as string,
          view: number <= sections.length ? 'list' : pick(views),
        },
  );
  const parents = kinds.map(({ section }, number) => {
    if (number <= sections.length) return 0;
    const same = kinds.flatMap((kind, other) => (other < number && kind.section === section ? [other] : []));
    return pick(same.slice(0, 3 + Math.floor(size / 12)));
  });
  const depths: number[] = [];
  for (const [number, parent] of parents.entries()) depths.push(number === 0 ? 0 : (depths[parent] ?? 0) + 1);
  const action = (label: string, element: string) => ({
    kind: 'click' as const,
    place: { path: [`[data-name="${label}"]`], label, element },
    filled: [],
    value: '',
  });
  const found = kinds.slice(1).map(({ section, view }, place) => ({
    from: parents[place + 1] ?? 0,
    to: place + 1,
    action: action(view === 'list' ? section : view, view === 'list' ? 'a' : 'button'),
    distance: 0,
  }));
  const across = Array.from({ length: size }, () => ({
    from: Math.floor(dice() * size),
    to: Math.floor(dice() * Math.min(size, 8)),
    action: action('Back', 'a'),
    distance: dice() < 0.2 ? 0.02 : 0,
  }));
  const titles = kinds.map(({ section, view }, number) =>
    number === 0 ? 'Office' : `${section}: ${view} ${number}`,
  );
  return {
    setting: 'content',
    threshold: 0.03,
    states: kinds.map(({ section }, number) => ({
      number,
      url: `https://office.example/${section.toLowerCase()}#${number}`,
      title: titles[number] ?? '',
      hash: `hash-${number}`,
      depth: depths[number] ?? 0,
    })),
    transitions: [...found, ...across],
    distances: kinds.map((kind, a) =>
      kinds.slice(0, a).map((other) => {
        const base = kind.section !== other.section ? 0.75 : kind.view === other.view ? 0.08 : 0.4;
        return Number((base + dice() * 0.2).toFixed(4));
      }),
    ),
  };
}
