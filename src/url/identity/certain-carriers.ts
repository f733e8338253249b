import { looksRandom } from './looks-random.ts';
import { isPlainWord } from './plain-word.ts';
import { isGenericSessionName, isWellKnownSessionName, saysSession } from './session-names.ts';
import type { UrlField } from './url-field.ts';

/** A place that certainly holds a session id, so that one look at one URL is enough. */
export interface CertainCarrier {
  readonly name: string;
  /** Why a field of this kind is no part of a page's name; shown to users (X6). */
  readonly why: string;
  matches(field: UrlField, fields: readonly UrlField[]): boolean;
}

const wellKnownName: CertainCarrier = {
  name: 'well-known session parameter',
  why: 'this name is used for session ids and for nothing else',
  matches: ({ name }) => name !== null && isWellKnownSessionName(name),
};

/** CFID alone may select content; together with CFTOKEN it is ColdFusion's session. */
const coldFusion: CertainCarrier = {
  name: 'ColdFusion session',
  why: 'CFID and CFTOKEN together are a ColdFusion session',
  matches: ({ name, query }, fields) => {
    if (!isNamed(name, 'cfid') && !isNamed(name, 'cftoken')) return false;
    const other = isNamed(name, 'cfid') ? 'cftoken' : 'cfid';
    return fields.some((field) => field.query === query && isNamed(field.name, other));
  },
};

/** ASP.NET puts `(S(...))` into the path, with A(), F() and X() for log-in, forms and cookie tests; ASP.NET 1 a bare `(...)`. */
const COOKIELESS = /^\((?:[asfx]\([^()/]*\))+\)$|^\([a-z0-5]{24}\)$/i;

const cookielessSegment: CertainCarrier = {
  name: 'ASP.NET cookieless session',
  why: 'ASP.NET keeps the session in this path segment',
  matches: ({ carrier, name, value }) => carrier === 'segment' && name === null && COOKIELESS.test(value),
};

const sessionName: CertainCarrier = {
  name: 'name that says session',
  why: 'the name says session id, and the value is neither a short number nor a word',
  matches: ({ name, value }) =>
    name !== null && saysSession(name) && !isShortNumber(value) && !isPlainWord(value),
};

const genericName: CertainCarrier = {
  name: 'generic name with a random value',
  why: 'the name is used for session ids, and the value looks drawn at random',
  matches: ({ name, value }) => name !== null && isGenericSessionName(name) && looksRandom(value),
};

/** The first that matches gives the reason. */
export const certainCarriers: readonly CertainCarrier[] = [
  wellKnownName,
  coldFusion,
  cookielessSegment,
  sessionName,
  genericName,
];

/** A quick look that spares most URLs the long one: every certain carrier has one of these in it. */
const HINT =
  /ses|sid|cfid|zenid|symfony|cakephp|fe_typo|viewstate|engineid|contextid|oscadmin|\(|%28|[?&;/]_{0,3}s=|(?:%3f|%26|%3b)_{0,3}s%/i;

export function mayHoldCertainCarrier(url: string): boolean {
  return HINT.test(url);
}

function isNamed(name: string | null, wanted: string): boolean {
  return name !== null && name.toLowerCase() === wanted;
}

/** Numbers up to eight digits count things; classic ASP's session numbers have nine. */
function isShortNumber(value: string): boolean {
  return value.length <= 8 && /^[0-9]*$/.test(value);
}
