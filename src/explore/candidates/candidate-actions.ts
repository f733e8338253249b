import type { AvoidedElement } from '../exploration-record.ts';
import type { Action, ElementPlace } from '../graph/state-graph.ts';
import type { FoundElement, FoundElements, FoundField } from '../in-page/find-elements.ts';
import { type AvoidRules, whyAvoided } from './avoid.ts';
import { type FillRule, filledInFields, fillValue } from './fill-values.ts';

/** Which elements are tried, and how. A pattern is a CSS selector, or `text=` and what the element must say. */
export interface CandidateRules extends AvoidRules {
  /** Only elements that fit one of these; all when there is none. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hover: boolean;
  /** Keys that are pressed in fields and on elements that listen for keys, such as `Enter`. */
  readonly keys: readonly string[];
  /** Whether pages are scrolled down, where more may come. */
  readonly scroll: boolean;
  readonly fill: readonly FillRule[];
  /** Another seed fills in other values. */
  readonly seed: number;
  /** No more elements of one state are tried. */
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

/** Of a list, no more are chosen. */
const mostOptions = 10;

const asText = /^text=/;

/** The selectors that the page itself must judge. */
export function selectorsOf({ include, exclude, fill }: CandidateRules): readonly string[] {
  return [...include, ...exclude, ...fill.map(({ selector }) => selector)].filter(
    (each) => !asText.test(each),
  );
}

export interface Candidates {
  readonly actions: readonly Action[];
  readonly avoided: readonly AvoidedElement[];
}

/** What is tried in a state, in the order of the page. `site` is the host that is explored. */
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
    // A form is sent as it is, for its messages, and filled in.
    if (isPressed && filled.length > 0) actions.push({ ...action('click', place), filled });
    if (rules.hover && (isPressed || isPointedAt)) actions.push(action('hover', place));
    if (isTypedAt) for (const key of rules.keys) actions.push({ ...action('key', place), value: key });
  }
  const ofForms = new Set(elements.flatMap((element) => (element.isPressed ? element.fields : [])));
  for (const [number, field] of fields.entries()) {
    // What is typed into a form shows its effect when the form is sent; a list may change the page at once.
    const isAlone = !ofForms.has(number) || field.type === 'select';
    for (const value of isAlone ? valuesToTry(field, rules) : [])
      actions.push({ ...action('key', field.place), filled: [{ place: field.place, value }], value: 'Tab' });
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

/** What is put into a field that scripts wait for, before it is left: everything that can be chosen, or something that a person might type. */
function valuesToTry(field: FoundField, { fill, seed }: CandidateRules): readonly string[] {
  if (!field.isHeard || field.type === 'checkbox' || field.type === 'radio') return [];
  const value = fillValue(field, fill, seed);
  if (field.type !== 'select') return value === null ? [] : [value];
  return field.options.filter((option) => option !== field.value).slice(0, mostOptions);
}

function action(kind: Action['kind'], place: ElementPlace | null): Action {
  return { kind, place, filled: [], value: '' };
}

function isWanted(element: FoundElement, { include, exclude }: CandidateRules): boolean {
  const fits = (pattern: string) =>
    asText.test(pattern)
      ? element.place.label.toLowerCase().includes(pattern.replace(asText, '').toLowerCase())
      : element.matches.includes(pattern);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** Links to other sites, and to what is not a page. */
function leadsElsewhere({ href, isDownload }: FoundElement, site: string): boolean {
  if (href === '' || /^(?:javascript|mailto|tel|sms):/i.test(href)) return false;
  return isDownload || URL.parse(href)?.host !== site;
}
