import type { Random } from '../../../sites/session-sites/random.ts';
import { type ListForm, listForms } from './list-forms.ts';
import { type ItemTexts, itemTexts } from './vocabulary.ts';

/** A way to put a box with a heading around parts of a page. The heading is HTML, and may be empty. */
export type Boxed = (heading: string, inner: string, attributes: string) => string;

export const boxes: Readonly<Record<string, Boxed>> = {
  section: (heading, inner, attributes) =>
    `<section${attributes}>${heading && `<h2>${heading}</h2>`}${inner}</section>`,
  div: (heading, inner, attributes) => `<div${attributes}>${heading && `<h3>${heading}</h3>`}${inner}</div>`,
  aside: (heading, inner, attributes) =>
    `<aside${attributes}>${heading && `<h3>${heading}</h3>`}${inner}</aside>`,
  bold: (heading, inner, attributes) =>
    `<div${attributes}>${heading && `<p><b>${heading}</b></p>`}${inner}</div>`,
  fieldset: (heading, inner, attributes) =>
    `<fieldset${attributes}><legend>${heading}</legend>${inner}</fieldset>`,
  nested: (heading, inner, attributes) =>
    `<div><div${attributes}><div>${heading}</div><div>${inner}</div></div></div>`,
  none: (heading, inner) => `${heading && `<h2>${heading}</h2>`}${inner}`,
  details: (heading, inner, attributes) =>
    `<details open${attributes}><summary>${heading}</summary>${inner}</details>`,
};

/** Where the boxes are: one after the other, side by side, in a layout table, or what changes apart from the rest. */
export const arrangements = ['flow', 'columns', 'table', 'cells', 'sidebar'] as const;
export type Arrangement = (typeof arrangements)[number];

/** How a site writes its pages. */
export interface SiteStyle {
  readonly form: ListForm;
  /** Some boxes of some sites write their lists in another way. */
  readonly otherForm: ListForm;
  readonly box: string;
  readonly noisyBox: string;
  readonly arrangement: Arrangement;
  readonly naming: 'none' | 'classes' | 'ids' | 'hashes';
  readonly addresses: 'numbers' | 'names' | 'query';
  readonly menu: 'everywhere' | 'short';
  readonly hasHeadings: boolean;
  readonly texts: ItemTexts;
}

export function styleOf(random: Random, name: string | null): SiteStyle {
  const form = name === null ? random.pick(listForms) : listForms.find((one) => one.name === name);
  if (form === undefined)
    throw new Error(`no style ${name}; there are ${listForms.map((one) => one.name).join(', ')}`);
  const box = random.pick(Object.keys(boxes));
  return {
    form,
    otherForm: random.chance(0.6) ? form : random.pick(listForms),
    box,
    noisyBox: random.chance(0.6) ? box : random.pick(Object.keys(boxes)),
    arrangement: random.pick(arrangements),
    naming: random.pick(['none', 'none', 'classes', 'ids', 'hashes']),
    addresses: random.pick(['numbers', 'numbers', 'names', 'query']),
    menu: random.pick(['everywhere', 'short']),
    hasHeadings: random.chance(0.65),
    texts: random.pick(itemTexts),
  };
}

export const describeStyle = ({
  form,
  otherForm,
  box,
  noisyBox,
  arrangement,
  naming,
  texts,
}: SiteStyle): string =>
  [
    form === otherForm ? form.name : `${form.name}/${otherForm.name}`,
    box === noisyBox ? box : `${box}/${noisyBox}`,
    arrangement,
    naming,
    texts,
  ].join(' ');
