import type { State } from '../../../../explore/index.ts';
import type { Maker, ShownElement } from '../../../../presentation/html/dom.ts';
import type { OverviewData, ShownTransition } from '../overview.ts';

interface StateTools {
  readonly maker: Maker;
  readonly pictureOf: (number: number) => string | null;
  readonly domOf: (number: number) => Promise<string>;
  readonly choose: (number: number) => void;
}

/** A state's picture, how it is reached, where it leads, and its DOM as text. */
export function showState(
  { maker: { byId, make }, pictureOf, domOf, choose }: StateTools,
  { states, transitions }: OverviewData,
  state: State,
  shown: {
    readonly ways: ReadonlyMap<number, ShownTransition>;
    readonly isThere: (number: number) => boolean;
  },
): void {
  const { number, title, url } = state;
  byId('state-title').replaceChildren(
    make('small', {}, `State ${number}`),
    make('bdi', {}, title === '' ? url : title),
  );
  const address = byId('state-address');
  address.replaceChildren(
    /^https?:\/\//i.test(url)
      ? make('a', { href: url, rel: 'noopener noreferrer' }, make('bdi', {}, url))
      : make('bdi', {}, url),
  );
  const picture = pictureOf(number);
  byId('state-picture').replaceChildren(
    ...(picture === null ? [] : [make('img', { src: picture, alt: `What state ${number} looked like` })]),
  );
  fillList(
    'state-way',
    wayTo(number).map(({ says }) => make('li', {}, says)),
  );
  fillList(
    'state-next',
    transitions
      .filter(({ from, to }) => from === number && shown.isThere(to))
      .map((transition) => row(transition, transition.to)),
  );
  fillList(
    'state-before',
    transitions
      .filter(({ from, to }) => to === number && from !== number && shown.isThere(from))
      .map((transition) => row(transition, transition.from)),
  );
  // Unpacking takes a moment: when another state is chosen meanwhile, this element is no longer on the page.
  const dom = make('bdi', {});
  byId('state-dom').replaceChildren(dom);
  void domOf(number).then((html) => {
    dom.textContent = html;
  });

  function wayTo(target: number): readonly { readonly says: string }[] {
    const steps: { readonly says: string }[] = [];
    for (let way = shown.ways.get(target); way !== undefined; way = shown.ways.get(way.from))
      steps.unshift(way);
    return [{ says: `open ${states[0]?.url ?? ''}` }, ...steps];
  }

  function row({ says, distance, to }: ShownTransition, other: number): ShownElement {
    const button = make('button', { type: 'button', class: 'state' }, nameOf(other));
    button.addEventListener('click', () => choose(other));
    const near = distance > 0 ? ` (like it: ${Number(distance.toPrecision(2))} apart)` : '';
    return make('li', {}, `${says}${to === number && other !== number ? ' in ' : ': '}`, button, near);
  }

  function nameOf(other: number): string {
    const found = states[other];
    return `${other} ${found === undefined || found.title === '' ? (found?.url ?? '') : found.title}`;
  }

  function fillList(id: string, items: readonly ShownElement[]): void {
    byId(id).replaceChildren(...items);
    byId(`${id}-part`).hidden = items.length === 0;
  }
}
