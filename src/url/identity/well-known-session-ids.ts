import type { UrlField } from './fields/url-fields.ts';
import { isPlainWord, isReadable, looksRandom } from './looks-random.ts';

/** A place that holds a session id that can be recognised, or guessed, from a single URL. */
interface WellKnownSessionId {
  readonly name: string;
  /** Name and appearance are not proof: a crawl does not rely on a guess. */
  readonly isGuess: boolean;
  /** Whether only its name suggests it: an answer may show that its values select content. No document is addressed by a form like `(S(...))`. */
  readonly mayBeContent: boolean;
  /** Why such a field is not part of a page's name; shown to users. */
  readonly why: string;
  matches(field: UrlField, fields: readonly UrlField[]): boolean;
}

/** Parameters that frameworks and shops use for the session id and hardly ever for anything else. Case does not count. */
const WELL_KNOWN = new Set(
  `jsessionid jsessionidsso jservsessionid jservsessionidroot phpsessid phpsessionid sessid asp.net_sessionid
   oscsid oscadminid xtcsid zenid postnukesid smfsessid cgisessid mscsid wosid bv_sessionid bv_engineid
   moodlesession moodlesessiontest laravel_session ci_session connect.sid fe_typo_user sesskey
   phpbb2mysql_sid phpbb3_sid vbsessionhash sap-contextid gxsessionid websphere_session session_id_hash
   viewstate __viewstate sessionhash mybbsid aspxautodetectcookiesupport domauthsessid ltpatoken ltpatoken2 smsession`
    .split(/\s+/)
    .filter(Boolean),
);

/** If several applications share a host, they put their names before it. */
const OF_ONE_APPLICATION = /^(?!no[_.-])[a-z0-9]+[_.-](?:phpsessid|jsessionid)$/;

/** ASPSESSIONID is followed by eight random letters. */
const ASP_SESSION = /^aspsessionid[a-z]{8}$/;

export function isWellKnownSessionName(name: string): boolean {
  const lower = name.toLowerCase();
  return WELL_KNOWN.has(lower) || ASP_SESSION.test(lower) || OF_ONE_APPLICATION.test(lower);
}

/** Names that say session id: `_sessionid`, `Session_ID`, `vbSESSID`, `sess-key`; not `sessions` or `PHPSESSIDS`. */
const SAYS_SESSION = /^[^%]*(?:sess|session|ses)[^a-z0-9]?(?:id|ident|identifier|key|token|guid|uuid|hash)$/;

/** `NOPHPSESSID` says that there is none; `userSessionID` does not. */
const SAYS_NO_SESSION = /^(?:no|not|non|without|has|use|skip)[^a-z0-9]?(?:php|asp|j|u|s)?(?:ses|sid)/;

function saysSession(name: string): boolean {
  const lower = name.toLowerCase();
  return SAYS_SESSION.test(lower) && !SAYS_NO_SESSION.test(lower);
}

/** Short names that are used for session ids and for content: only the value can decide. Two frameworks use their own name. */
const GENERIC = /^_{0,3}(?:s|[jlu]?sid|ssid|sess|session|sesid|u?sessid|symfony|cakephp)$/;

/** `mySID`, `forum_sid`, `phpbb3_x1_sid`, `xoops_session`, `userSession`: a short name after the name of the application. */
const PREFIXED = /^[\w.-]*(?:[\d_.-](?:sid|session)|[a-z\d_.-](?:Sid|Session|SID|SESSION))$/;

/** `PHPSESSID2`, `JSESSIONID_shop`, and Drupal's `SESS` with a hash: followed by the name of the application. */
const SUFFIXED = /^(?:phpsessid|jsessionid)(?:[0-9]+|[_.-][a-z0-9]+)$|^s?sess[0-9a-f]{32}$/;

function isGenericSessionName(name: string): boolean {
  const lower = name.toLowerCase();
  if (GENERIC.test(lower) || SUFFIXED.test(lower)) return true;
  return PREFIXED.test(name) && !SAYS_NO_SESSION.test(lower);
}

/** Names that are used for session ids, but not only for them. */
export function isDoubtfulSessionName(name: string): boolean {
  return !isWellKnownSessionName(name) && (saysSession(name) || isGenericSessionName(name));
}

/** Names that announce a value made for one response or one link. */
const SAYS_TOKEN = /^_$|token|nonce|csrf|xsrf|rand|^rnd|stamp$/;

export function saysToken(name: string): boolean {
  return SAYS_TOKEN.test(name.toLowerCase());
}

const wellKnownName: WellKnownSessionId = {
  name: 'well-known session parameter',
  isGuess: false,
  mayBeContent: true,
  why: 'frameworks use this name for session ids',
  matches: ({ name }) => name !== null && isWellKnownSessionName(name),
};

/** CFID alone may select content; together with CFTOKEN it is ColdFusion's session. */
const coldFusion: WellKnownSessionId = {
  name: 'ColdFusion session',
  isGuess: false,
  mayBeContent: true,
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
  isGuess: false,
  mayBeContent: false,
  why: 'ASP.NET keeps the session in this path segment',
  matches: ({ carrier, name, value }) => carrier === 'segment' && name === null && COOKIELESS.test(value),
};

/** Some servers write `;$sessionid$K2F0...` after a path. */
const dollarSession: WellKnownSessionId = {
  name: 'session between dollar signs',
  isGuess: false,
  mayBeContent: false,
  why: 'this form is used for session ids and for nothing else',
  matches: ({ name, value }) => name === null && /^\$j?sessionid\$[^$]+$/i.test(value),
};

const sessionName: WellKnownSessionId = {
  name: 'guess: a name that says session',
  isGuess: true,
  mayBeContent: true,
  why: 'a guess: the name says session id, and the value is neither a short number nor a word',
  matches: ({ name, value }) =>
    name !== null && saysSession(name) && !isShortNumber(value) && !isPlainWord(value),
};

const genericName: WellKnownSessionId = {
  name: 'guess: a generic name with a random value',
  isGuess: true,
  mayBeContent: true,
  why: 'a guess: the name is often used for session ids, and the value looks random',
  matches: ({ name, value }) => name !== null && isGenericSessionName(name) && looksRandom(value),
};

/** `/jsessionid/0A1B.../list`: name and value as two segments. Both are cut out. */
export const segmentPair: WellKnownSessionId = {
  name: 'well-known session segments',
  isGuess: false,
  mayBeContent: true,
  why: 'the segment before the value is a name that frameworks use for session ids',
  matches: (field, fields) =>
    isOneOfPair(field, fields, (name, { value }) => isWellKnownSessionName(name) && looksLikeId(value)) ||
    isOneOfPair(
      field,
      fields,
      (name, { index }) =>
        (isNamed(name, 'cfid') && isNamed(segmentAt(fields, index + 1)?.value ?? null, 'cftoken')) ||
        (isNamed(name, 'cftoken') && isNamed(segmentAt(fields, index - 3)?.value ?? null, 'cfid')),
    ),
};

const doubtfulSegmentPair: WellKnownSessionId = {
  name: 'guess: a generic name before a random segment',
  isGuess: true,
  mayBeContent: true,
  why: 'a guess: the segment before the value is a name often used for session ids, and the value looks random',
  matches: (field, fields) =>
    isOneOfPair(
      field,
      fields,
      (name, { value }) => name.length > 2 && isDoubtfulSessionName(name) && looksRandom(value),
    ),
};

/** Whether a plain path segment is the name or the value of such a pair. */
function isOneOfPair(
  field: UrlField,
  fields: readonly UrlField[],
  isPair: (name: string, value: UrlField) => boolean,
): boolean {
  if (field.carrier !== 'segment' || field.name !== null || field.level > 0) return false;
  if (field.before !== '' && isPair(field.before, field)) return true;
  const next = segmentAt(fields, field.index + 1);
  return next !== undefined && isPair(field.value, next);
}

/** Whether a segment that was found to be one of a pair is its name: the name holds no id. */
export function isNameOfPair({ carrier, name, value }: UrlField): boolean {
  return (
    carrier === 'segment' &&
    name === null &&
    (isWellKnownSessionName(value) || isDoubtfulSessionName(value) || /^cf(?:id|token)$/i.test(value))
  );
}

/** The field with the value: the next segment for the name of a pair, and otherwise itself. */
export function fieldOfValue(field: UrlField, fields: readonly UrlField[]): UrlField {
  return isNameOfPair(field) ? (segmentAt(fields, field.index + 1) ?? field) : field;
}

/** A plain segment of the outermost path. */
function segmentAt(fields: readonly UrlField[], index: number): UrlField | undefined {
  return fields.find(
    (field) =>
      field.carrier === 'segment' && field.level === 0 && field.index === index && field.name === null,
  );
}

/** A path may also hold pages about session ids: `/jsessionid/history`. */
function looksLikeId(value: string): boolean {
  return (
    looksRandom(value) ||
    (value.length >= 6 && /[0-9]/.test(value) && !isReadable(value) && !/\.[a-z]{2,5}$/i.test(value))
  );
}

const wellKnownSessionIds: readonly WellKnownSessionId[] = [
  wellKnownName,
  coldFusion,
  cookielessSegment,
  dollarSession,
  segmentPair,
  sessionName,
  genericName,
  doubtfulSegmentPair,
];

/** The first kind that matches; it gives the reason. Null when the field is neither certainly nor probably a session id. */
export function findWellKnownId(
  field: UrlField,
  fields: readonly UrlField[],
  { guess }: { readonly guess: boolean },
): WellKnownSessionId | null {
  if (field.name === null && field.carrier !== 'segment' && field.carrier !== 'matrix') return null;
  return wellKnownSessionIds.find((id) => (guess || !id.isGuess) && id.matches(field, fields)) ?? null;
}

/** A fast test that saves most URLs the slow one: every well-known session id contains one of these. */
const HINT =
  /ses|sid|cfid|ltpatoken|cookiesupport|zenid|symfony|cakephp|fe_typo|viewstate|engineid|contextid|oscadmin|\(|[?&;/]_{0,3}s=|(?:%3f|%26|%3b)_{0,3}s%/i;

/** Size of the cache: pages of a site link to the same addresses repeatedly, and each address is checked several times. */
const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 300;
const known = new Map<string, boolean>();

export function mayHoldWellKnownId(url: string): boolean {
  const before = known.get(url);
  if (before !== undefined) return before;
  const found = HINT.test(url);
  if (url.length > LONGEST_KNOWN) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(url, found);
  return found;
}

function isNamed(name: string | null, wanted: string): boolean {
  return name !== null && name.toLowerCase() === wanted;
}

/** Numbers up to eight digits usually count things; classic ASP's session numbers have nine. */
function isShortNumber(value: string): boolean {
  return value.length <= 8 && /^[0-9]*$/.test(value);
}
