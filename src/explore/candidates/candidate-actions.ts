import { createHash } from 'node:crypto';
import type { AvoidedElement } from '../exploration-record.ts';
import type { Action, ElementPlace, FilledInField } from '../graph/state-graph.ts';
import type { FoundElement, FoundElements, FoundField } from '../in-page/find-elements.ts';
import { type AvoidRules, whyAvoided } from './avoid.ts';

/** A value that the user wants in a field. */
interface FillRule {
  readonly selector: string;
  readonly value: string;
}

/** Which elements are tried, and how. A pattern is a CSS selector, or `text=` and a text that the element must contain. */
export interface CandidateRules extends AvoidRules {
  /** Only elements that match one of these; all elements when the list is empty. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hover: boolean;
  /** Keys that are pressed in fields and on elements that listen for keys, such as `Enter`. */
  readonly keys: readonly string[];
  /** Whether pages are scrolled down, where more content may load. */
  readonly scroll: boolean;
  readonly fill: readonly FillRule[];
  /** A different seed fills in different values. */
  readonly seed: number;
  /** Most elements of one state that are tried. */
  readonly most: number;
}

export const usualCandidates: CandidateRules = {
  include: [],
  exclude: [],
  press: [],
  avoid: [],
  pressAnything: false,
  hover: false,
  keys: [],
  scroll: true,
  fill: [],
  seed: 1,
  most: 200,
};

/** Most options of one list that are chosen. */
const mostOptions = 10;

const asText = /^text=/;

/** The selectors that the page itself must evaluate. */
export function selectorsOf({ include, exclude, fill }: CandidateRules): readonly string[] {
  return [...include, ...exclude, ...fill.map(({ selector }) => selector)].filter(
    (each) => !asText.test(each),
  );
}

export interface Candidates {
  readonly actions: readonly Action[];
  readonly avoided: readonly AvoidedElement[];
}

/** The actions to try in a state, in the order of the page. `site` is the host that is explored. */
export function candidateActions(
  { elements, fields, canScroll }: FoundElements,
  rules: CandidateRules,
  site: string,
): Candidates {
  const actions: Action[] = [];
  const avoided: AvoidedElement[] = [];
  for (const element of elements) {
    if (!isWanted(element, rules) || leadsElsewhere(element, site)) continue;
    const why = whyAvoided(element, rules);
    if (why !== null) {
      avoided.push({ place: element.place, why });
      continue;
    }
    const { place, isPressed, isPointedAt, isTypedAt } = element;
    if (isPressed) actions.push(action('click', place));
    const own = element.fields.flatMap((number) => fields[number] ?? []);
    const filled = filledInFields(own, rules.fill, rules.seed);
    // A form is sent both as it is, for its messages, and filled in.
    if (isPressed && filled.length > 0) actions.push({ ...action('click', place), filled });
    if (rules.hover && (isPressed || isPointedAt)) actions.push(action('hover', place));
    if (isTypedAt) for (const key of rules.keys) actions.push({ ...action('key', place), value: key });
  }
  const ofForms = new Set(elements.flatMap((element) => (element.isPressed ? element.fields : [])));
  for (const [number, field] of fields.entries()) {
    // Text typed into a form takes effect when the form is sent; a list may change the page at once.
    const isAlone = !ofForms.has(number) || field.type === 'select';
    if (!isWanted(field, rules)) continue;
    for (const value of isAlone ? valuesToTry(field, rules) : []) {
      const why = whyAvoided(choiceOf(field, value), rules);
      if (why !== null) avoided.push({ place: field.place, why });
      else
        actions.push({
          ...action('key', field.place),
          filled: [{ place: field.place, value }],
          value: 'Tab',
        });
    }
    for (const key of rules.keys)
      actions.push({
        ...action('key', field.place),
        filled: filledInFields([field], rules.fill, rules.seed),
        value: key,
      });
  }
  if (rules.scroll && canScroll) actions.push(action('scroll', null));
  return { actions, avoided };
}

/** Values to put into a field on which scripts listen, before the field is left: all options of a list, or a text that a person might type. */
function valuesToTry(field: FoundField, { fill, seed }: CandidateRules): readonly string[] {
  if (!field.isHeard || field.type === 'checkbox' || field.type === 'radio') return [];
  const value = fillValue(field, fill, seed);
  if (field.type !== 'select') return value === null ? [] : [value];
  return field.options.filter((option) => option !== field.value).slice(0, mostOptions);
}

/** A value that is put into a field, as something that is pressed: what an option of a list says is as good as what a button says. */
function choiceOf({ place, options, optionTexts, matches }: FoundField, value: string): FoundElement {
  const says = optionTexts[options.indexOf(value)] ?? '';
  return {
    place: { ...place, label: says === '' ? place.label : says },
    ...{ names: '', href: '', isDownload: false, fields: [], matches, isRepeated: false },
    ...{ isPressed: true, isPointedAt: false, isTypedAt: false },
  };
}

function action(kind: Action['kind'], place: ElementPlace | null): Action {
  return { kind, place, filled: [], value: '' };
}

function isWanted(
  element: Pick<FoundElement, 'place' | 'matches'>,
  { include, exclude }: CandidateRules,
): boolean {
  const fits = (pattern: string) =>
    asText.test(pattern)
      ? element.place.label.toLowerCase().includes(pattern.replace(asText, '').toLowerCase())
      : element.matches.includes(pattern);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** Whether it is a link to another site or to a download. */
function leadsElsewhere({ href, isDownload }: FoundElement, site: string): boolean {
  if (href === '' || /^(?:javascript|mailto|tel|sms):/i.test(href)) return false;
  return isDownload || URL.parse(href)?.host !== site;
}

/** Values by the name of a field; the first pattern that matches applies. */
const byWords: readonly (readonly [RegExp, readonly string[]])[] = [
  [/e-?mail/i, ['ada@example.org', 'grace@example.org', 'alan@example.org']],
  [/phone|tel\b|mobile|fax/i, ['0301234567', '0207654321']],
  [/post\s*code|postcode|zip|plz/i, ['10115', '20095']],
  [/\b(?:city|town|ort|stadt|ville|ciudad)\b/i, ['Dover', 'Calais']],
  [/street|address|straße|adresse/i, ['1 Harbour Street', '7 Tide Lane']],
  [/country|land/i, ['France', 'Germany']],
  [/user\s*name|username|login/i, ['ada', 'grace']],
  [/first\s*name|given|vorname|prénom/i, ['Ada', 'Grace']],
  [/last\s*name|family|surname|nachname/i, ['Lovelace', 'Hopper']],
  [/name/i, ['Ada Lovelace', 'Grace Hopper']],
  [/year|jahr/i, ['2024', '2025']],
  [/age\b|amount|count|quantity|number|price/i, ['7', '12']],
  [/search|query|^q\b|find|such/i, ['tide', 'water']],
  [/url|website|link/i, ['https://example.org/']],
];

const byType: Readonly<Record<string, readonly string[]>> = {
  email: ['ada@example.org', 'grace@example.org'],
  tel: ['0301234567', '0207654321'],
  url: ['https://example.org/'],
  password: ['Harbour-4711'],
  date: ['2024-05-17', '2024-06-21'],
  time: ['10:30', '14:45'],
  month: ['2024-05'],
  week: ['2024-W20'],
  'datetime-local': ['2024-05-17T10:30'],
  color: ['#336699', '#996633'],
  search: ['tide', 'water'],
  textarea: ['High water at six, low water at noon.', 'The ferry leaves at ten.'],
};

const otherwise = ['High water', 'Low water', 'Spring tide'];

/** A value that a person might enter; null when the field is better left unchanged. The same seed gives the same value. */
function fillValue(field: FoundField, rules: readonly FillRule[], seed: number): string | null {
  const rule = rules.find(({ selector }) => field.matches.includes(selector));
  if (rule !== undefined) return rule.value;
  if (field.isFilled) return null;
  const draw = (values: readonly string[]) => values[numberFrom(field, seed) % values.length] ?? '';
  const { type } = field;
  if (type === 'checkbox' || type === 'radio') return field.isRequired ? 'on' : null;
  if (type === 'select') return draw(field.options.filter((value) => value !== '')) || null;
  if (type === 'number' || type === 'range') return numberWithin(field, numberFrom(field, seed));
  const known = byType[type] ?? byWords.find(([pattern]) => pattern.test(field.words))?.[1] ?? otherwise;
  const value = within(draw(known), field);
  return field.maxLength > 0 ? value.slice(0, field.maxLength) : value;
}

/** The fields that get a value, with their values. */
function filledInFields(
  fields: readonly FoundField[],
  rules: readonly FillRule[],
  seed: number,
): readonly FilledInField[] {
  return fields.flatMap((field) => {
    const value = fillValue(field, rules, seed);
    return value === null ? [] : [{ place: field.place, value }];
  });
}

/** Clamps a value to the field's limits. Dates and times are written so that they sort as text. */
function within(value: string, { min, max }: FoundField): string {
  if (min !== '' && value < min) return min;
  return max !== '' && value > max ? max : value;
}

function numberWithin({ min, max }: FoundField, drawn: number): string {
  const least = min === '' ? 1 : Number(min);
  const most = max === '' ? least + 20 : Number(max);
  return String(most > least ? least + (drawn % Math.floor(most - least + 1)) : least);
}

function numberFrom(field: FoundField, seed: number): number {
  return createHash('sha256').update(`${seed} ${field.words}`).digest().readUInt32BE();
}
