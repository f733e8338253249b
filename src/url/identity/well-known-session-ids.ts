import type { UrlField } from './fields/url-fields.ts';
import { isPlainWord, looksRandom } from './looks-random.ts';

/** A place that certainly holds a session id, so that a single URL is enough to know it. */
export interface WellKnownSessionId {
  readonly name: string;
  /** Why such a field is not part of a page's name; shown to users (X6). */
  readonly why: string;
  matches(field: UrlField, fields: readonly UrlField[]): boolean;
}

/** Parameters that frameworks and shops use for the session id and for nothing else. Case does not count. */
const WELL_KNOWN = new Set(
  `jsessionid jsessionidsso jservsessionid jservsessionidroot phpsessid phpsessionid sessid asp.net_sessionid
   oscsid oscadminid xtcsid zenid postnukesid smfsessid cgisessid mscsid wosid bv_sessionid bv_engineid
   moodlesession moodlesessiontest laravel_session ci_session symfony cakephp connect.sid fe_typo_user sesskey
   phpbb2mysql_sid phpbb3_sid vbsessionhash sap-contextid gxsessionid websphere_session session_id_hash
   viewstate __viewstate sessionhash mybbsid`
    .split(/\s+/)
    .filter(Boolean),
);

/** ASPSESSIONID is followed by eight random letters. */
const ASP_SESSION = /^aspsessionid[a-z]{8}$/;

export function isWellKnownSessionName(name: string): boolean {
  const lower = name.toLowerCase();
  return WELL_KNOWN.has(lower) || ASP_SESSION.test(lower);
}

/** Names that say session id: `_sessionid`, `Session_ID`, `asesessid`, `sess-key`; not `sessions` or `PHPSESSIDS`. */
const SAYS_SESSION = /(?:sess|session|ses)[^a-z0-9]?(?:id|ident|identifier|key|token|guid|uuid|hash)$/;

export function saysSession(name: string): boolean {
  return SAYS_SESSION.test(name.toLowerCase());
}

/** Short names that are used for session ids and for content: only the value can decide. */
const GENERIC = /^_{0,3}(?:s|sid|ssid|sess|session|sesid|usid|u?sessid)$/;

export function isGenericSessionName(name: string): boolean {
  return GENERIC.test(name.toLowerCase());
}

/** Names that announce a value made for one response or one link. */
const SAYS_TOKEN = /^_$|token|nonce|csrf|xsrf|rand|^rnd|stamp$/;

export function saysToken(name: string): boolean {
  return SAYS_TOKEN.test(name.toLowerCase());
}

const wellKnownName: WellKnownSessionId = {
  name: 'well-known session parameter',
  why: 'this name is used for session ids and for nothing else',
  matches: ({ name }) => name !== null && isWellKnownSessionName(name),
};

/** CFID alone may select content; together with CFTOKEN it is ColdFusion's session. */
const coldFusion: WellKnownSessionId = {
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

const cookielessSegment: WellKnownSessionId = {
  name: 'ASP.NET cookieless session',
  why: 'ASP.NET keeps the session in this path segment',
  matches: ({ carrier, name, value }) => carrier === 'segment' && name === null && COOKIELESS.test(value),
};

const sessionName: WellKnownSessionId = {
  name: 'name that says session',
  why: 'the name says session id, and the value is neither a short number nor a word',
  matches: ({ name, value }) =>
    name !== null && saysSession(name) && !isShortNumber(value) && !isPlainWord(value),
};

const genericName: WellKnownSessionId = {
  name: 'generic name with a random value',
  why: 'the name is used for session ids, and the value looks random',
  matches: ({ name, value }) => name !== null && isGenericSessionName(name) && looksRandom(value),
};

const wellKnownSessionIds: readonly WellKnownSessionId[] = [
  wellKnownName,
  coldFusion,
  cookielessSegment,
  sessionName,
  genericName,
];

/** The first that matches, which gives the reason; null when the field is not certainly a session id. */
export function findWellKnownId(field: UrlField, fields: readonly UrlField[]): WellKnownSessionId | null {
  if (field.name === null && field.carrier !== 'segment') return null;
  return wellKnownSessionIds.find((id) => id.matches(field, fields)) ?? null;
}

/** A quick test that spares most URLs the slow one: every well-known session id has one of these in it. */
const HINT =
  /ses|sid|cfid|zenid|symfony|cakephp|fe_typo|viewstate|engineid|contextid|oscadmin|\(|[?&;/]_{0,3}s=|(?:%3f|%26|%3b)_{0,3}s%/i;

export function mayHoldWellKnownId(url: string): boolean {
  return HINT.test(url);
}

function isNamed(name: string | null, wanted: string): boolean {
  return name !== null && name.toLowerCase() === wanted;
}

/** Numbers up to eight digits usually count things; classic ASP's session numbers have nine. */
function isShortNumber(value: string): boolean {
  return value.length <= 8 && /^[0-9]*$/.test(value);
}
