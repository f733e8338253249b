import {
  type IdentityRule,
  isReadable,
  looksRandom,
  partTokens,
  shapeOf,
  type UrlField,
  type UrlToken,
  urlFields,
  type VolatilePlace,
} from '../../url/index.ts';

/** Shorter values are counts or choices. */
const SHORTEST = 3;
const LONGEST = 300;
/** When more parts than this may rotate, only the codes among them are tried; with more codes than this, no whole part is left out. */
const MOST_PARTS = 4;

/** An address without the values at some of its locations: what rotating addresses have in common. */
export interface AddressForm {
  /** The key of these locations, on any page of the host. */
  readonly places: string;
  /** The path, with `~` in place of the values. */
  readonly path: string;
  /** The whole address, with `~` in place of the values. */
  readonly mask: string;
  /** Whether the locations can be recognised on other paths. */
  readonly holdsAnywhere: boolean;
  /** The parts of the address that are left out. */
  readonly tokens: readonly UrlToken[];
  readonly values: readonly string[];
}

/** The forms of an address, given by its identity: none when no part of it could rotate. */
export function addressForms(identity: string): readonly AddressForm[] {
  const parts = urlFields(identity).filter(isOfLength);
  const codes = parts.filter(({ value }) => isCode(value));
  // Codes may consist of words: `kettle-harvest`. Words in a path are names, and there are too many of them.
  const withWords = parts.filter((part) => codes.includes(part) || part.name !== null);
  const fields = withWords.length > MOST_PARTS ? codes : withWords;
  const whole = fields.length > MOST_PARTS ? [] : subsets(fields.map(wholeValue));
  const glued = parts.flatMap(codeBesideWords).map((token) => [token]);
  return [...whole, ...glued].map((some) => formWithout(identity, some));
}

function wholeValue(field: UrlField): UrlToken {
  const { carrier, name, value, valueStart: start, end } = field;
  return { field, carrier, name, value, start, end, part: null };
}

/** The code of a path segment that also has a name: `/copper-willow-4821.html`. */
function codeBesideWords(field: UrlField): readonly UrlToken[] {
  if (field.carrier !== 'segment' || field.name !== null || !hasOneCode(field)) return [];
  return codesIn(field);
}

const codesIn = (field: UrlField): readonly UrlToken[] =>
  partTokens(field).filter(({ value }) => value.length >= SHORTEST && isCode(value));

function isOfLength({ carrier, value, level, inner }: UrlField): boolean {
  if (carrier === 'host' || level > 0 || inner > 0) return false;
  return value.length >= SHORTEST && value.length <= LONGEST;
}

/** The addresses of a site consist of few segments, which occur again on every page. */
const MOST_KNOWN = 5000;

/** Caches the answers of a function. */
function remembering<Asked>(
  keyOf: (asked: Asked) => string,
  answer: (asked: Asked) => boolean,
): (asked: Asked) => boolean {
  const known = new Map<string, boolean>();
  return (asked) => {
    const value = keyOf(asked);
    const before = known.get(value);
    if (before !== undefined) return before;
    const found = answer(asked);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(value, found);
    return found;
  };
}

const isCode = remembering(
  (value: string) => value,
  (value) => /[0-9]/.test(value) || looksRandom(value) || !isReadable(value),
);

/** Whether exactly one part of the value is a code; several codes could not be distinguished. */
const hasOneCode = remembering(
  ({ value }: UrlField) => value,
  (field) => codesIn(field).length === 1,
);

/** The values of a form as written in the address; the identity has `~` for parts that other rules remove. */
export function valuesIn(url: string, { tokens }: AddressForm): readonly string[] {
  const all = urlFields(url);
  return tokens.map(({ carrier, name, value }) => {
    const own = name === null ? undefined : all.find((one) => one.carrier === carrier && one.name === name);
    return own?.value ?? value;
  });
}

/** Each token alone, each pair, and all together: a link may contain a code and the time. */
function subsets(tokens: readonly UrlToken[]): readonly (readonly UrlToken[])[] {
  const one = tokens.map((token) => [token]);
  const two = tokens.flatMap((token, at) => tokens.slice(at + 1).map((other) => [token, other]));
  return tokens.length > 2 ? [...one, ...two, tokens] : [...one, ...two];
}

function formWithout(identity: string, tokens: readonly UrlToken[]): AddressForm {
  let mask = '';
  let from = 0;
  for (const { start, end } of tokens) {
    mask += `${identity.slice(from, start)}~`;
    from = end;
  }
  mask += identity.slice(from);
  return {
    places: tokens.map((token) => placeKey(token, tokens)).join('\n'),
    holdsAnywhere: !tokens.some((token) => followsAnother(token, tokens)),
    path: pathOf(mask),
    mask,
    tokens,
    values: tokens.map(({ value }) => value),
  };
}

function placeKey(token: UrlToken, all: readonly UrlToken[]): string {
  const { carrier, name, field, part } = token;
  if (carrier !== 'segment') return `${carrier} ${name}`;
  const before = followsAnother(token, all) ? '~' : field.before;
  return `${carrier} ${name} ${field.index} ${before}${part === null ? '' : ` part ${part.fromEnd}`}`;
}

/** Whether the previous path segment is left out, too. */
function followsAnother({ field }: UrlToken, all: readonly UrlToken[]): boolean {
  return all.some((other) => other.carrier === 'segment' && other.field.index === field.index - 1);
}

/** The path of a mask, which need not be a valid URL. */
function pathOf(mask: string): string {
  const start = mask.indexOf('/', mask.indexOf('//') + 2);
  return start < 0 ? '/' : (/^[^?#]*/.exec(mask.slice(start))?.[0] ?? '/');
}

/** The rules that give all addresses of a form the same identity: on this path only, or on any. */
export function rulesFor(
  form: AddressForm,
  values: readonly (readonly string[])[],
  { path, evidence }: { readonly path: string | null; readonly evidence: string },
): readonly IdentityRule[] {
  return form.tokens.map((token, at) => {
    const seen = values.flatMap((some) => some[at] ?? []);
    return {
      kind: 'link nonce',
      place: placeOf(token, path),
      shape: shapeOf(seen),
      links: seen.length,
      examples: [seen[0] ?? '', seen.at(-1) ?? ''],
      evidence,
    };
  });
}

function placeOf({ carrier, name, field, part }: UrlToken, path: string | null): VolatilePlace {
  const isSegment = carrier === 'segment';
  return {
    carrier,
    name,
    index: isSegment ? field.index : null,
    before: isSegment && path === null ? field.before : null,
    part: part === null ? null : { index: null, fromEnd: part.fromEnd, before: null, width: part.width },
    ...(path !== null && { path }),
  };
}
