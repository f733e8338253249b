import cytoscape, { type ElementDefinition } from 'cytoscape';
import type { StateGraphView } from '../../../../src/features/states/graph-view/graph-view.ts';
import { graphStyle } from './graph-style.ts';
import { type LaidOut, layOut } from './lay-out.ts';
import type { ShownGraph } from './state-list.tsx';
import { stateName } from './state-name.ts';

export interface GraphCanvas {
  show(shown: ShownGraph): void;
  select(state: number | null): void;
  zoom(factor: number): void;
  showAll(): void;
  destroy(): void;
}

/** With more states, only the transitions by which they were found are drawn until one is chosen. */
const MOST_WITH_ALL_EDGES = 60;
/** Room in pixels for the labels of bands, for the first of them, for buttons, and for the margin at the right. */
const [LEFT, TOP, BOTTOM, MARGIN] = [88, 40, 60, 28];

/** Draws a graph with Cytoscape.js, in the colours of the page. */
export function graphCanvas(
  { place, bands }: { readonly place: HTMLElement; readonly bands: HTMLElement },
  graph: StateGraphView,
  given: {
    readonly pictureOf: (state: number) => string;
    readonly onChoose: (state: number | null) => void;
  },
): GraphCanvas {
  forbidOwnStyle();
  const style = () => graphStyle((name) => themeColour(place, name), graph.states.length);
  const cy = cytoscape({
    container: place,
    elements: graphElements(graph, given.pictureOf),
    style: style(),
    layout: { name: 'null' },
    minZoom: 0.02,
    maxZoom: 3,
    boxSelectionEnabled: false,
    selectionType: 'single',
    userZoomingEnabled: false,
    hideEdgesOnViewport: graph.states.length > 200,
  });
  const all = cy.elements();
  let laidOut: LaidOut = { positions: new Map(), bands: [] };
  let labelSize = 0;

  cy.on('tap', ({ target }) => given.onChoose(target !== cy && target.isNode() ? Number(target.id()) : null));
  cy.on('mouseover', 'node', ({ target }) => {
    target.addClass('pointed').style('font-size', Math.max(labelSize, 12 / cy.zoom()));
  });
  cy.on('mouseout', 'node', ({ target }) => void target.removeClass('pointed').style('font-size', labelSize));
  cy.on('mouseover', 'edge', ({ target }) => void target.addClass('pointed'));
  cy.on('mouseout', 'edge', ({ target }) => void target.removeClass('pointed'));
  cy.on('viewport resize', placeBands);
  cy.on('zoom', scaleLabels);
  const forget = followColours(() => void cy.style(style()));
  const sizes = new ResizeObserver(() => showAll());
  sizes.observe(place);

  /** Shows the whole graph beside the labels of its bands, never enlarged. */
  function showAll(): void {
    cy.resize();
    const { x1, y1, w, h } = cy.elements().boundingBox();
    const { clientWidth: width, clientHeight: height } = place;
    if (w === 0 || width === 0) return;
    const zoom = Math.min(1, (width - LEFT - MARGIN) / w, (height - TOP - BOTTOM) / h);
    const pan = {
      x: LEFT + (width - LEFT - MARGIN - w * zoom) / 2 - x1 * zoom,
      y: TOP + (height - TOP - BOTTOM - h * zoom) / 2 - y1 * zoom,
    };
    cy.viewport({ zoom, pan });
  }

  /** When the graph is zoomed out, its letters grow up to a limit, so that they stay readable. */
  function scaleLabels(): void {
    const size = Math.round(Math.min(30, Math.max(14, 11 / cy.zoom())));
    if (size !== labelSize) cy.nodes().style('font-size', size);
    labelSize = size;
  }

  function placeBands(): void {
    const [zoom, { y }] = [cy.zoom(), cy.pan()];
    const labels = laidOut.bands.map(({ actions, top }) => {
      const label = document.createElement('span');
      label.textContent = actions === 0 ? 'start' : actions === 1 ? '1 action' : `${actions} actions`;
      label.style.top = `${Math.round(Math.max(top * zoom + y - 14, 10))}px`;
      return label;
    });
    bands.replaceChildren(...labels);
  }

  return {
    show({ states, ways }) {
      const there = new Set(states.map(({ number }) => String(number)));
      cy.batch(() => {
        all.filter((element) => element.isNode() && !there.has(element.id())).remove();
        all.filter((element) => element.isNode() && there.has(element.id())).restore();
        all
          .filter((each) => each.isEdge() && there.has(each.data('source')) && there.has(each.data('target')))
          .restore();
        const isLarge = there.size > MOST_WITH_ALL_EDGES;
        for (const edge of cy.edges()) {
          const isWay = String(ways.get(Number(edge.data('target')))?.from) === edge.data('source');
          edge.toggleClass('way', isWay);
          edge.toggleClass('aside', isLarge && !isWay);
        }
      });
      laidOut = layOut(states, ways, { width: place.clientWidth, height: place.clientHeight });
      cy.layout({ name: 'preset', positions: Object.fromEntries(laidOut.positions), fit: false }).run();
      showAll();
      placeBands();
    },
    select(state) {
      cy.batch(() => {
        cy.elements().removeClass('chosen near far');
        if (state === null) return;
        const chosen = cy.getElementById(String(state));
        cy.elements().addClass('far');
        chosen.closedNeighborhood().removeClass('far').addClass('near');
        chosen.addClass('chosen');
      });
    },
    zoom(factor) {
      const renderedPosition = { x: place.clientWidth / 2, y: place.clientHeight / 2 };
      cy.zoom({ level: cy.zoom() * factor, renderedPosition });
    },
    showAll,
    destroy() {
      forget();
      sizes.disconnect();
      cy.destroy();
    },
  };
}

/** The library would add a style element, which the policy of the page forbids; it looks for this one first. */
function forbidOwnStyle(): void {
  const id = '__________cytoscape_stylesheet';
  if (document.getElementById(id) !== null) return;
  const mark = document.createElement('meta');
  mark.id = id;
  document.head.append(mark);
}

/** States with their pictures, and one arrow for all that lead from one to another. */
function graphElements(
  { states, transitions, pictured }: StateGraphView,
  pictureOf: (state: number) => string,
): ElementDefinition[] {
  const hasPicture = new Set(pictured);
  const nodes = states.map((state) => ({
    group: 'nodes' as const,
    data: {
      id: String(state.number),
      label: `${state.number} ${stateName(state)}`,
      picture: hasPicture.has(state.number) ? pictureOf(state.number) : '',
    },
    classes: `${state.number === 0 ? 'index' : ''} ${hasPicture.has(state.number) ? 'pictured' : 'bare'}`,
  }));
  const pairs = Map.groupBy(
    transitions.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from}-${to}`,
  );
  const edges = [...pairs].map(([id, [first, ...others]]) => ({
    group: 'edges' as const,
    data: {
      id,
      source: String(first?.from),
      target: String(first?.to),
      says: others.length === 0 ? first?.says : `${first?.says} and ${others.length} more`,
    },
  }));
  return [...nodes, ...edges];
}

/** A colour of the page as it is now, light or dark, in a form that a canvas takes. */
function themeColour(near: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls back when the page goes from light to dark or back, by its own switch or the system's. */
function followColours(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const own = new MutationObserver(onChange);
  own.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onChange);
  return () => {
    own.disconnect();
    system.removeEventListener('change', onChange);
  };
}
