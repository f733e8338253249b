import type cytoscape from 'cytoscape';
import type { State } from '../../../../explore/index.ts';
import type { Maker, PageWindow, ShownElement } from '../../../../presentation/html/dom.ts';
import type { LaidOut, layOut } from '../../graph-view/lay-out.ts';
import type { OverviewData, ShownTransition } from '../overview.ts';

interface DrawnGraph {
  /** Draws these states; `isSettled` when the reader has let the slider go and the picture may be arranged anew. */
  show(
    states: readonly State[],
    ways: ReadonlyMap<number, { readonly from: number }>,
    isSettled: boolean,
  ): void;
  select(number: number | null): void;
  onSelect(listener: (number: number | null) => void): void;
}

interface DrawingTools {
  readonly window: PageWindow;
  readonly maker: Maker;
  readonly cytoscape: typeof cytoscape;
  readonly layOut: typeof layOut;
  readonly style: (color: (name: string) => string) => cytoscape.StylesheetJson;
}

/** Draws the graph with Cytoscape.js. A reader who cannot see it has the list of states beside it. */
export function drawGraph(
  { window, maker, cytoscape: draw, layOut: arrange, style }: DrawingTools,
  data: OverviewData,
  pictureOf: (number: number) => string | null,
): DrawnGraph {
  /** With more states, only the ways by which they were found are drawn until one is chosen. */
  const mostWithAllEdges = 60;
  const container = maker.byId('graph');
  const bandLabels = maker.byId('bands');
  const root = window.document.documentElement;
  const color = (name: string) => window.getComputedStyle(root).getPropertyValue(`--${name}`).trim();
  let laidOut: LaidOut = { positions: new Map(), bands: [] };
  let labelSize = 0;
  let listener: (number: number | null) => void = () => undefined;

  // It would add a style element, which the policy of this page forbids; the page has that style already.
  window.document.head.append(maker.make('meta', { id: '__________cytoscape_stylesheet' }));
  const cy = draw({
    container: container as never,
    elements: elementsOf(data),
    style: style(color),
    layout: { name: 'null' },
    minZoom: 0.02,
    maxZoom: 3,
    boxSelectionEnabled: false,
    selectionType: 'single',
    hideEdgesOnViewport: data.states.length > 200,
  });
  const all = cy.elements();
  cy.on('tap', (event) => {
    const isState = event.target !== cy && event.target.isNode();
    listener(isState ? Number(event.target.id()) : null);
  });
  cy.on(
    'mouseover',
    'node',
    ({ target }) => void target.addClass('pointed').style('font-size', Math.max(labelSize, 12 / cy.zoom())),
  );
  cy.on('mouseout', 'node', ({ target }) => void target.removeClass('pointed').style('font-size', labelSize));
  cy.on('viewport resize', placeBands);
  cy.on('zoom', scaleLabels);
  window
    .matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => void cy.style(style(color)));
  window.addEventListener('resize', fit);
  for (const [id, factor] of [
    ['closer', 1.4],
    ['farther', 1 / 1.4],
  ] as const)
    maker.byId(id).addEventListener('click', () => zoomBy(factor));
  maker.byId('fit').addEventListener('click', fit);

  return {
    show(states, ways, isSettled) {
      const shown = new Set(states.map(({ number }) => String(number)));
      cy.batch(() => {
        all.filter((element) => element.isNode() && !shown.has(element.id())).remove();
        all.filter((element) => element.isNode() && shown.has(element.id())).restore();
        all
          .filter(
            (element) =>
              element.isEdge() && shown.has(element.data('source')) && shown.has(element.data('target')),
          )
          .restore();
        const isLarge = shown.size > mostWithAllEdges;
        for (const edge of cy.edges()) {
          const isWay = String(ways.get(Number(edge.data('target')))?.from) === edge.data('source');
          edge.toggleClass('way', isWay);
          edge.toggleClass('aside', isLarge && !isWay);
        }
      });
      container.setAttribute('data-states', String(shown.size));
      if (isSettled) settle(states, ways);
    },
    select(number) {
      cy.batch(() => {
        cy.elements().removeClass('chosen near far');
        if (number === null) return;
        const chosen = cy.getElementById(String(number));
        cy.elements().addClass('far');
        chosen.closedNeighborhood().removeClass('far').addClass('near');
        chosen.addClass('chosen');
      });
      const chosen = cy.getElementById(String(number));
      if (chosen.nonempty() && !isInSight(chosen))
        cy.animate({ center: { eles: chosen }, duration: pause() });
    },
    onSelect: (given) => {
      listener = given;
    },
  };

  function settle(states: readonly State[], ways: ReadonlyMap<number, { readonly from: number }>): void {
    const isFirst = laidOut.positions.size === 0;
    laidOut = arrange(states, ways, { width: container.clientWidth, height: container.clientHeight });
    const moved = cy.layout({
      name: 'preset',
      positions: Object.fromEntries(laidOut.positions),
      animate: !isFirst && pause() > 0 && states.length <= 150,
      animationDuration: pause(),
      fit: false,
    });
    moved.one('layoutstop', fit);
    moved.run();
  }

  /** The whole graph, beside the labels of its bands, and never larger than life. */
  function fit(): void {
    cy.resize();
    const { x1, y1, w, h } = cy.elements().boundingBox();
    const [left, margin] = [96, 28];
    const { clientWidth: width, clientHeight: height } = container;
    const zoom = Math.min(1, (width - left - margin) / w, (height - 2 * margin) / h);
    const pan = {
      x: left + (width - left - margin - w * zoom) / 2 - x1 * zoom,
      y: (height - h * zoom) / 2 - y1 * zoom,
    };
    cy.viewport({ zoom, pan });
  }

  /** From afar, letters grow as long as there is room for them; then they go, but for the state that is pointed at. */
  function scaleLabels(): void {
    const size = Math.round(Math.min(30, Math.max(14, 11 / cy.zoom())));
    if (size !== labelSize) cy.nodes().style('font-size', size);
    labelSize = size;
  }

  function zoomBy(factor: number): void {
    cy.zoom({
      level: cy.zoom() * factor,
      renderedPosition: { x: container.clientWidth / 2, y: container.clientHeight / 2 },
    });
  }

  /** Says beside each band how many actions lead there; not as nodes, of which there is one for each state. */
  function placeBands(): void {
    const zoom = cy.zoom();
    const { y: pan } = cy.pan();
    const labels = laidOut.bands.map(({ actions, top }): ShownElement => {
      const words = actions === 0 ? 'start' : actions === 1 ? '1 action' : `${actions} actions`;
      const label = maker.make('span', {}, words);
      label.style.setProperty('top', `${Math.round(top * zoom + pan - 14)}px`);
      return label;
    });
    bandLabels.replaceChildren(...labels);
  }

  function isInSight(node: cytoscape.CollectionReturnValue): boolean {
    const { x1, x2, y1, y2 } = node.renderedBoundingBox();
    return x1 >= 0 && y1 >= 0 && x2 <= container.clientWidth && y2 <= container.clientHeight;
  }

  function pause(): number {
    return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
  }

  function elementsOf({ states, transitions }: OverviewData): cytoscape.ElementDefinition[] {
    const nodes = states.map(({ number, title, url }) => ({
      group: 'nodes' as const,
      data: {
        id: String(number),
        label: `${number} ${title === '' ? url : title}`,
        picture: pictureOf(number) ?? '',
      },
      classes: [number === 0 ? 'index' : '', pictureOf(number) === null ? 'bare' : 'pictured'].join(' '),
    }));
    const pairs = Map.groupBy(
      transitions.filter(({ from, to }) => from !== to),
      ({ from, to }) => `${from}-${to}`,
    );
    const edges = [...pairs].map(([id, [first, ...others]]) => ({
      group: 'edges' as const,
      data: {
        id,
        source: String((first as ShownTransition).from),
        target: String((first as ShownTransition).to),
        says: others.length === 0 ? first?.says : `${first?.says} and ${others.length} more`,
      },
    }));
    return [...nodes, ...edges];
  }
}
