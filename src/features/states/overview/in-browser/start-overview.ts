import type cytoscape from 'cytoscape';
import type { State } from '../../../../explore/index.ts';
import type { makerOf, PageWindow } from '../../../../presentation/html/dom.ts';
import type { atThreshold, GraphAtThreshold } from '../../graph-view/at-threshold.ts';
import type { distanceHistogram } from '../../graph-view/distance-histogram.ts';
import type { graphStyle } from '../../graph-view/graph-style.ts';
import type { layOut } from '../../graph-view/lay-out.ts';
import type { OverviewData, ShownTransition } from '../overview.ts';
import type { drawGraph } from './draw-graph.ts';
import type { drawHistogram } from './draw-histogram.ts';
import type { listStates } from './list-states.ts';
import type { showState } from './show-state.ts';

/** The functions whose sources the overview takes along. */
export interface OverviewParts {
  readonly atThreshold: typeof atThreshold;
  readonly distanceHistogram: typeof distanceHistogram;
  readonly drawGraph: typeof drawGraph;
  readonly drawHistogram: typeof drawHistogram;
  readonly graphStyle: typeof graphStyle;
  readonly layOut: typeof layOut;
  readonly listStates: typeof listStates;
  readonly makerOf: typeof makerOf;
  readonly showState: typeof showState;
}

/** Puts the parts of the overview together, in the browser of the reader. */
export function startOverview(parts: OverviewParts, window: PageWindow, library: typeof cytoscape): void {
  const maker = parts.makerOf(window.document);
  const { byId } = maker;
  const data = JSON.parse(byId('data').textContent) as OverviewData;
  const slider = byId('threshold');
  const drawn = parts.drawGraph(
    {
      window,
      maker,
      cytoscape: library,
      layOut: parts.layOut,
      style: (color) => parts.graphStyle(color, data.states.length),
    },
    data,
    pictureOf,
  );
  const bars = parts.distanceHistogram(data.distances, {
    from: data.threshold,
    to: Math.max(data.threshold, Number(slider.getAttribute('max'))),
    bars: 100,
  });
  const markHistogram = parts.drawHistogram(maker, byId('histogram'), bars);
  let shown: GraphAtThreshold<State, ShownTransition> = parts.atThreshold(data, data.threshold);
  let chosen: number | null = null;

  drawn.onSelect(choose);
  slider.addEventListener('input', () => slide(false));
  slider.addEventListener('change', () => slide(true));
  byId('find').addEventListener('input', list);
  byId('back').addEventListener('click', () => {
    choose(null);
    byId('find').focus();
  });
  slide(true);

  function slide(isSettled: boolean): void {
    const threshold = Math.max(data.threshold, Number(slider.value));
    shown = parts.atThreshold(data, threshold);
    const duplicates = shown.removed.filter(({ because }) => because === 'near-duplicate').length;
    const cutOff = shown.removed.length - duplicates;
    const states = counted(shown.states.length, 'state');
    const removed =
      shown.removed.length === 0
        ? 'none removed'
        : `${number(shown.removed.length)} removed: ${counted(duplicates, 'near-duplicate')}` +
          (cutOff === 0 ? '' : `, ${number(cutOff)} behind them`);
    byId('at').textContent = String(threshold);
    byId('counts').textContent = `${states}, ${removed}`;
    slider.setAttribute('aria-valuetext', `${threshold}: ${states}`);
    markHistogram(threshold);
    drawn.show(shown.states, shown.ways, isSettled);
    list();
    if (chosen !== null) choose(isThere(chosen) ? chosen : null);
  }

  function choose(wanted: number | null): void {
    const state = wanted === null || !isThere(wanted) ? undefined : data.states[wanted];
    chosen = state?.number ?? null;
    drawn.select(chosen);
    byId('all-states').hidden = state !== undefined;
    byId('one-state').hidden = state === undefined;
    if (state === undefined) return;
    parts.showState({ maker, pictureOf, domOf, choose: follow }, data, state, { ways: shown.ways, isThere });
  }

  /** From a list, by keyboard perhaps: the button that was pressed is gone. */
  function follow(wanted: number): void {
    choose(wanted);
    byId('state-title').focus();
  }

  function list(): void {
    parts.listStates(maker, data.states, shown, follow);
  }

  function isThere(wanted: number): boolean {
    return shown.states.some((state) => state.number === wanted);
  }

  function pictureOf(wanted: number): string | null {
    const base64 = window.document.getElementById(`picture-${wanted}`)?.textContent ?? null;
    return base64 === null ? null : `data:image/png;base64,${base64}`;
  }

  async function domOf(wanted: number): Promise<string> {
    const packed = Uint8Array.from(atob(byId(`dom-${wanted}`).textContent), (byte) => byte.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(unpacked).text();
  }

  function number(count: number): string {
    return count.toLocaleString('en-US');
  }

  function counted(count: number, noun: string): string {
    return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
  }
}
