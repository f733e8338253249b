import { type Random, randomOf } from '../../../sites/session-sites/random.ts';
import type { Expected } from '../wild/wild-truth.ts';
import type { Stock, StyledPlace } from './places/place.ts';
import { noisyPlaces } from './places/places.ts';
import { steadyPlaces } from './places/steady-places.ts';
import type { Drawing, Placed } from './render-styled.ts';
import { type SiteStyle, styleOf } from './style.ts';
import { editedStates } from './styled-changes.ts';
import { emptyContent, type StyledPage, type StyledState } from './styled-page.ts';
import { styledTruth } from './styled-truth.ts';
import { distinctItems, noun, pitch, titled } from './vocabulary.ts';

export interface StyledSize {
  readonly pages: number;
  readonly visits: number;
  /** The share of pages that are edited before each visit. */
  readonly edited: number;
  /** The name of a list form; null for any. */
  readonly style: string | null;
  /** Beginnings of names of noisy places: only these are on the site. Empty for all. */
  readonly only: readonly string[];
  /** Beginnings of names of noisy places that are on no site. */
  readonly without: readonly string[];
  /** Each site has one noisy place, another with each seed, so that a false alarm can have one cause only. */
  readonly alone: boolean;
}

/** A site made from a seed, at every visit. */
export interface StyledSite extends Drawing {
  readonly seed: number;
  readonly states: readonly StyledState[];
  /** What was done before each visit, by key. */
  readonly done: readonly ReadonlyMap<string, string>[];
  readonly truth: readonly ReadonlyMap<string, Expected>[];
  keyOf(target: string): string;
}

/** Nothing may depend on the day of the test. */
const startsAt = Date.UTC(2026, 4, 11, 9, 42, 17);

export function styledSite(seed: number, size: StyledSize): StyledSite {
  const random = randomOf(`styled ${seed}`);
  const style = styleOf(random, size.style);
  const placed = placesOf(random, style, seed, size);
  const first = { style, placed, ...firstState(random, style, placed, seed, size.pages) };
  const { states, done } = editedStates(first, first.state, random, size);
  return {
    seed,
    style,
    placed,
    stock: first.stock,
    states,
    done,
    truth: styledTruth(first, states),
    keyOf: (target) => {
      const { pathname, searchParams } = new URL(target, 'http://site/');
      for (const idle of ['t', 'c']) searchParams.delete(idle);
      const query = searchParams.toString();
      return query === '' ? pathname : `${pathname}?${query}`;
    },
  };
}

function placesOf(random: Random, style: SiteStyle, seed: number, size: StyledSize): readonly Placed[] {
  const isNamed = (names: readonly string[], place: StyledPlace): boolean =>
    names.some((start) => place.name.startsWith(start));
  const isUsual = ({ multipliesPages = false }: StyledPlace): boolean => size.alone || !multipliesPages;
  const wanted = noisyPlaces.filter(
    (place) =>
      (size.only.length === 0 ? isUsual(place) : isNamed(size.only, place)) && !isNamed(size.without, place),
  );
  const noisy = size.alone
    ? [wanted[seed % wanted.length] as StyledPlace]
    : random.shuffle(wanted).slice(0, random.between(2, 5));
  const steady = random.shuffle(steadyPlaces).slice(0, random.between(2, 4));
  return random.shuffle([...steady, ...noisy]).map((place, at) => ({
    id: `${at} ${place.name}`,
    place,
    form: random.chance(0.7) ? style.form : style.otherForm,
    name: style.naming === 'hashes' ? random.text('abcdefghijk0123456789', 6) : `${noun(random)}-box`,
  }));
}

function firstState(
  random: Random,
  style: SiteStyle,
  placed: readonly Placed[],
  seed: number,
  count: number,
): { readonly state: StyledState; readonly stock: Stock } {
  const titles = distinctItems(random, 'names', count, () => null).map(({ text }) => text);
  const addresses = titles.slice(1).map((title, at) => addressOf(style, title, at + 1));
  const keys = ['/', ...addresses];
  // Lists of names name the pages of the site; the entries of all others lead to pages as well.
  const named = titles.slice(1).map((text, at) => ({ text, detail: '', to: addresses[at] ?? '/' }));
  const items = distinctItems(random, style.texts, 150, (at) => addresses[at % addresses.length] ?? '/');
  const stock: Stock = {
    names: style.texts === 'names' ? [...named, ...items.slice(named.length)] : items,
    adverts: Array.from({ length: random.pick([3, 8, 20]) }, () => pitch(random)),
    seed: `styled ${seed}`,
    startsAt,
    titleOf: (key) => titles[keys.indexOf(key)] ?? 'A page',
    addresses,
  };
  const headings = new Map(placed.map(({ id }) => [id, `${titled(noun(random))} ${noun(random)}`]));
  const pages = titles.map((title, at): StyledPage => {
    const contents = placed.map(({ id, place }) => {
      const content = place.first(random, stock, randomOf(`${stock.seed} ${id}`));
      return [id, { ...emptyContent, heading: headings.get(id) ?? '', ...content }] as const;
    });
    return { key: keys[at] ?? '/', title, isGone: false, contents: Object.fromEntries(contents) };
  });
  return { state: { menu: ['Start', 'About us', 'Contact'], pages }, stock };
}

function addressOf({ addresses }: SiteStyle, title: string, number: number): string {
  switch (addresses) {
    case 'numbers':
      return `/p/${number}`;
    case 'names':
      return `/${title.toLowerCase().replaceAll(' ', '-')}.html`;
    case 'query':
      return `/show?id=${number}`;
  }
}
