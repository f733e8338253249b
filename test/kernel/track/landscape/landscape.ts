import { Dice } from '../../../../src/base/index.ts';
import { essenceOf, type Page, type State, Writer } from './content.ts';
import { edits } from './edits.ts';
import { type SiteKind, siteKinds } from './kinds.ts';
import { type Language, languages } from './languages.ts';
import { noises } from './noise.ts';
import { drawSkin, type PlacedNoise, type Skin } from './render.ts';

export interface Size {
  readonly visits: number;
  /** The most pages of a site, with all its listings. */
  readonly pages: number;
  /** How many times as many edits as on real sites; 1 when left out. */
  readonly edits?: number;
}

/** What a reasonable reader says about a page at a visit. */
export type Verdict = 'same' | 'changed' | 'new' | 'gone';

/** What was true of a page at a visit, since the one before. */
export interface Truth {
  /** Every one of these is right; none: nobody could know, and the page is not judged. */
  readonly right: readonly Verdict[];
  /** What editors did. */
  readonly edits: readonly string[];
}

/** The site at one visit. */
export interface Visit {
  readonly state: State;
  readonly at: number;
  readonly build: number;
  readonly truth: ReadonlyMap<string, Truth>;
  /** When the essence of a page became what it is. */
  readonly changedAt: ReadonlyMap<string, number>;
}

export interface Site {
  readonly seed: number;
  readonly kind: SiteKind;
  readonly language: Language;
  readonly skin: Skin;
  readonly placed: readonly PlacedNoise[];
  readonly session: 'none' | 'query' | 'path';
  readonly addresses: 'paths' | 'html' | 'query' | 'slashes';
  /** What the server answers to questions whether a page is still the same. */
  readonly validators: 'none' | 'body' | 'essence' | 'always now';
  readonly hasCookies: boolean;
  /** What the server says for pages that are gone. */
  readonly goneStatus: 404 | 410 | 302;
  readonly visits: readonly Visit[];
}

const hour = 3_600_000;
const perListing = 8;

/** The name of a page in an address. It does not change with the page. */
const slugOf = (heading: string, number: number): string =>
  `${heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${number}`;

/** A site with all its visits. The same seed is the same site. */
export function siteOf(seed: number, { visits, pages, edits: often = 1 }: Size): Site {
  const dice = new Dice(seed * 7919 + 17);
  const kind = dice.pick(siteKinds);
  const language = dice.pick(languages);
  const writer = new Writer(dice, language);
  const interval = dice.pick([hour, 6 * hour, 24 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour]);
  // Some sites are visited around the turn of a year.
  const start =
    dice.pick([1_794_000_000_000, 1_798_500_000_000, 1_790_000_000_000]) + dice.below(86_400) * 1000;
  const newest = { number: 100 };
  const build = { number: 1 + dice.below(50) };
  const itemOf = (now: number): Page => {
    const heading = writer.name();
    const section = dice.pick(kind.sections);
    newest.number += 1 + dice.below(5);
    return {
      path: `/${section}/${slugOf(heading, newest.number)}`,
      kind: 'item',
      section,
      title: heading,
      heading,
      author: kind.hasAuthors ? writer.person() : null,
      published: now,
      blocks: kind.item(writer, now),
    };
  };
  const first = firstState({ kind, writer, pages: 12 + dice.below(Math.max(1, pages - 11)), start, itemOf });
  const placed = placedNoises(dice);
  const goneStatus = dice.pick([404, 404, 404, 410, 302] as const);
  const undo: { at: number; path: string; before: Page; after: string }[] = [];
  const told: Visit[] = [
    {
      state: first,
      at: start,
      build: build.number,
      truth: new Map([...first.pages.keys()].map((path) => [path, { right: ['new'], edits: [] }])),
      changedAt: new Map([...first.pages.keys()].map((path) => [path, start - 86_400_000])),
    },
  ];
  for (let index = 1; index < visits; index++) {
    const before = told[index - 1];
    if (before === undefined) break;
    const at = before.at + Math.floor(interval * (0.8 + dice.next() * 0.4));
    const draft = structuredClone(before.state);
    const log = new Map<string, string[]>();
    const note = (name: string, was: State) => {
      for (const [path, page] of draft.pages) {
        const old = was.pages.get(path);
        if (old === undefined || essenceOf(was, old) !== essenceOf(draft, page))
          log.set(path, [...(log.get(path) ?? []), name]);
      }
    };
    for (const step of undo.filter((it) => it.at === index)) {
      const page = draft.pages.get(step.path);
      if (page === undefined || JSON.stringify(page) !== step.after) continue;
      const was = structuredClone(draft);
      draft.pages.set(step.path, step.before);
      note('edit undone', was);
    }
    // Most pages stay as they are at most visits, and at some visits all do.
    const count = Math.round(dice.pick([0, 0.5, 1, 1, 2, 3, 5]) * (draft.pages.size / 25) * often);
    for (let n = 0; n < count; n++) {
      const was = structuredClone(draft);
      if (dice.below(8) === 0) {
        const page = itemOf(at - dice.below(50) * 60_000);
        draft.pages.set(page.path, page);
        note('page new', was);
        continue;
      }
      const edit = drawEdit(dice);
      if (!edit.apply(draft, writer, at)) continue;
      note(edit.name, was);
      const path = [...draft.pages].find(
        ([it, page]) => JSON.stringify(was.pages.get(it)) !== JSON.stringify(page),
      )?.[0];
      const old = path === undefined ? undefined : was.pages.get(path);
      if (path !== undefined && old !== undefined && dice.below(5) === 0)
        undo.push({ at: index + 2, path, before: old, after: JSON.stringify(draft.pages.get(path)) });
    }
    if (dice.below(4) === 0) build.number++;
    const truth = new Map<string, Truth>();
    const changedAt = new Map<string, number>();
    for (const path of new Set([...before.truth.keys(), ...draft.pages.keys()])) {
      const [old, page] = [before.state.pages.get(path), draft.pages.get(path)];
      const isSame =
        old !== undefined && page !== undefined && essenceOf(before.state, old) === essenceOf(draft, page);
      const right = rightOf(old !== undefined, page !== undefined, isSame, goneStatus);
      truth.set(path, {
        right,
        edits: log.get(path) ?? (page === undefined && old !== undefined ? ['page gone'] : []),
      });
      changedAt.set(path, isSame ? (before.changedAt.get(path) ?? start) : at);
    }
    told.push({ state: draft, at, build: build.number, truth, changedAt });
  }
  return {
    seed,
    kind,
    language,
    skin: drawSkin(dice),
    placed,
    session: dice.pick(['none', 'none', 'none', 'none', 'query', 'path']),
    addresses: dice.pick(['paths', 'paths', 'html', 'query', 'slashes']),
    validators: dice.pick(['none', 'none', 'body', 'essence', 'always now']),
    hasCookies: dice.below(3) > 0,
    goneStatus,
    visits: told,
  };
}

function rightOf(
  wasThere: boolean,
  isThere: boolean,
  isSame: boolean,
  goneStatus: Site['goneStatus'],
): readonly Verdict[] {
  if (isThere) return wasThere ? [isSame ? 'same' : 'changed'] : ['new'];
  // What was gone at the visit before may be told again or not.
  if (!wasThere) return [];
  // Who is sent to the home page sees another page at the old address: "gone" and "changed" are both what a reader would say.
  return goneStatus === 302 ? ['gone', 'changed'] : ['gone'];
}

function drawEdit(dice: Dice): (typeof edits)[number] {
  let left = dice.next() * edits.reduce((sum, { weight }) => sum + weight, 0);
  for (const edit of edits) {
    left -= edit.weight;
    if (left < 0) return edit;
  }
  return dice.pick(edits);
}

/** Real sites have from one to nine things that change by themselves; a few have none. */
function placedNoises(dice: Dice): readonly PlacedNoise[] {
  const count = dice.pick([0, 1, 2, 3, 4, 5, 6, 7, 9]);
  return dice
    .shuffled(noises)
    .slice(0, count)
    .map((noise) => ({ noise, place: dice.pick(noise.places) }));
}

interface First {
  readonly kind: SiteKind;
  readonly writer: Writer;
  readonly pages: number;
  readonly start: number;
  itemOf(now: number): Page;
}

function firstState({ kind, writer, pages, start, itemOf }: First): State {
  const { dice, language } = writer;
  const state: State = {
    name: writer.name(),
    menu: [{ text: language.menu[0] ?? '', href: '/' }],
    imprint: `${writer.person()}, ${writer.phone()}`,
    pages: new Map(),
  };
  const add = (page: Omit<Page, 'author' | 'published'>) =>
    state.pages.set(page.path, { ...page, author: null, published: start - 400 * 24 * hour });
  const name = writer.name();
  add({
    path: '/',
    kind: 'home',
    section: null,
    title: name,
    heading: name,
    blocks: [
      { kind: 'para', text: writer.paragraph(), link: null },
      { kind: 'teasers', section: null, from: 0, count: 6, older: null },
    ],
  });
  for (const text of dice.shuffled(language.menu.slice(1)).slice(0, 2 + dice.below(2))) {
    const path = `/${slugOf(text, 1 + state.pages.size)}`;
    state.menu.push({ text, href: path });
    add({
      path,
      kind: 'info',
      section: null,
      title: text,
      heading: text,
      blocks: [
        ...Array.from({ length: 2 + dice.below(3) }, () => ({
          kind: 'para' as const,
          text: writer.paragraph(),
          link: null,
        })),
        {
          kind: 'facts',
          rows: [
            [language.phrases.phone, writer.phone()],
            [language.phrases.hours, writer.hours()],
          ],
        },
      ],
    });
  }
  const items = Array.from(
    { length: Math.max(5, pages - state.pages.size - kind.sections.length * 2) },
    (_, index) => itemOf(start - (2 + index * (3 + dice.below(30))) * hour),
  );
  for (const section of kind.sections) {
    const text = writer.name();
    state.menu.push({ text, href: `/${section}` });
    const length = items.filter((item) => item.section === section).length;
    // The last part has room for the pages that come.
    const parts = Math.max(1, Math.ceil(length / perListing));
    for (let part = 1; part <= parts; part++) {
      add({
        path: part === 1 ? `/${section}` : `/${section}/page-${part}`,
        kind: 'list',
        section,
        title: part === 1 ? text : `${text} (${part})`,
        heading: text,
        blocks: [
          {
            kind: 'teasers',
            section,
            from: (part - 1) * perListing,
            count: part === parts ? 1000 : perListing,
            older: part === parts ? null : `/${section}/page-${part + 1}`,
          },
        ],
      });
    }
  }
  for (const item of items) state.pages.set(item.path, item);
  return state;
}
