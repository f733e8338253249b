import {
  type IdentityRule,
  isReadable,
  looksRandom,
  shapeOf,
  type UrlField,
  urlFields,
  type VolatilePlace,
} from '../../url/index.ts';

/** Shorter values count or choose something. */
const SHORTEST = 3;
const LONGEST = 300;
/** An address with more parts that may be drawn is looked at with all of them left out, or one, or two. */
const MOST_PARTS = 4;

/** An address seen without the values at some of its places: what drawn addresses have in common. */
export interface AddressForm {
  /** Which places they are, on any page of the host. */
  readonly places: string;
  /** The path with `~` for the values that are left out. */
  readonly path: string;
  /** The whole address with `~` for them. */
  readonly mask: string;
  /** Whether the places can be told apart on other paths. */
  readonly holdsAnywhere: boolean;
  readonly fields: readonly UrlField[];
  readonly values: readonly string[];
}

/** The forms of an address, given by its identity: none when no part of it could be drawn. */
export function addressForms(identity: string): readonly AddressForm[] {
  const parts = urlFields(identity).filter(isOfLength);
  const codes = parts.filter(({ value }) => isCode(value));
  // Codes may be made of words: `kettle-harvest`. Words in a path are names, and there are many.
  const withWords = parts.filter((part) => codes.includes(part) || part.name !== null);
  const fields = withWords.length > MOST_PARTS ? codes : withWords;
  if (fields.length === 0 || fields.length > MOST_PARTS) return [];
  return subsets(fields).map((some) => formWithout(identity, some));
}

function isOfLength({ carrier, value, level, inner }: UrlField): boolean {
  if (carrier === 'host' || level > 0 || inner > 0) return false;
  return value.length >= SHORTEST && value.length <= LONGEST;
}

function isCode(value: string): boolean {
  return /[0-9]/.test(value) || looksRandom(value) || !isReadable(value);
}

/** The values of a form as they stand in the address, where the identity has `~` for parts that other rules take away. */
export function valuesIn(url: string, { fields }: AddressForm): readonly string[] {
  const all = urlFields(url);
  return fields.map(({ carrier, name, value }) => {
    const own = name === null ? undefined : all.find((one) => one.carrier === carrier && one.name === name);
    return own?.value ?? value;
  });
}

/** Each alone, each two, and all together: a link may carry a code and the time. */
function subsets(fields: readonly UrlField[]): readonly (readonly UrlField[])[] {
  const one = fields.map((field) => [field]);
  const two = fields.flatMap((field, at) => fields.slice(at + 1).map((other) => [field, other]));
  return fields.length > 2 ? [...one, ...two, fields] : [...one, ...two];
}

function formWithout(identity: string, fields: readonly UrlField[]): AddressForm {
  let mask = '';
  let from = 0;
  for (const { valueStart, end } of fields) {
    mask += `${identity.slice(from, valueStart)}~`;
    from = end;
  }
  mask += identity.slice(from);
  return {
    places: fields.map((field) => placeKey(field, fields)).join('\n'),
    holdsAnywhere: !fields.some((field) => followsAnother(field, fields)),
    path: pathOf(mask),
    mask,
    fields,
    values: fields.map(({ value }) => value),
  };
}

function placeKey(field: UrlField, all: readonly UrlField[]): string {
  const { carrier, name, index, before } = field;
  if (carrier !== 'segment') return `${carrier} ${name}`;
  return `${carrier} ${name} ${index} ${followsAnother(field, all) ? '~' : before}`;
}

/** Whether the segment before it is left out, too. */
function followsAnother({ index }: UrlField, all: readonly UrlField[]): boolean {
  return all.some((other) => other.carrier === 'segment' && other.index === index - 1);
}

/** Of a mask, which no parser of URLs has to understand. */
function pathOf(mask: string): string {
  const start = mask.indexOf('/', mask.indexOf('//') + 2);
  return start < 0 ? '/' : (/^[^?#]*/.exec(mask.slice(start))?.[0] ?? '/');
}

/** The rules that give all addresses of a form one name: at this path only, or at any. */
export function rulesFor(
  form: AddressForm,
  values: readonly (readonly string[])[],
  { path, evidence }: { readonly path: string | null; readonly evidence: string },
): readonly IdentityRule[] {
  return form.fields.map((field, at) => {
    const seen = values.flatMap((some) => some[at] ?? []);
    return {
      kind: 'link nonce',
      place: placeOf(field, path),
      shape: shapeOf(seen),
      links: seen.length,
      examples: [seen[0] ?? '', seen.at(-1) ?? ''],
      evidence,
    };
  });
}

function placeOf({ carrier, name, index, before }: UrlField, path: string | null): VolatilePlace {
  const isSegment = carrier === 'segment';
  return {
    carrier,
    name,
    index: isSegment ? index : null,
    before: isSegment && path === null ? before : null,
    part: null,
    ...(path !== null && { path }),
  };
}
