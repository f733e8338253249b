import { createHash } from 'node:crypto';
import type { FilledInField } from '../graph/state-graph.ts';
import type { FoundField } from '../in-page/find-elements.ts';

/** What the user wants a field to be filled with. */
export interface FillRule {
  readonly selector: string;
  readonly value: string;
}

/** By what a field is called; the first that fits. */
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

/** A value that a person might put in, or null where the field is best left alone. The same seed gives the same value. */
export function fillValue(field: FoundField, rules: readonly FillRule[], seed: number): string | null {
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

/** The fields with their values, for those that get one. */
export function filledInFields(
  fields: readonly FoundField[],
  rules: readonly FillRule[],
  seed: number,
): readonly FilledInField[] {
  return fields.flatMap((field) => {
    const value = fillValue(field, rules, seed);
    return value === null ? [] : [{ place: field.place, value }];
  });
}

/** Dates and times are written so that their order is that of their letters. */
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
