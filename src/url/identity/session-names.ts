/** Parameters that frameworks and shops use for the session id and for nothing else. Compared without case. */
const WELL_KNOWN = new Set(
  `jsessionid jsessionidsso jservsessionid jservsessionidroot phpsessid phpsessionid sessid asp.net_sessionid
   oscsid oscadminid xtcsid zenid postnukesid smfsessid cgisessid mscsid wosid bv_sessionid bv_engineid
   moodlesession moodlesessiontest laravel_session ci_session symfony cakephp connect.sid fe_typo_user sesskey
   phpbb2mysql_sid phpbb3_sid vbsessionhash sap-contextid gxsessionid websphere_session session_id_hash
   viewstate __viewstate sessionhash mybbsid`
    .split(/\s+/)
    .filter(Boolean),
);

/** ASPSESSIONID is followed by eight letters that the server draws. */
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

/** Short names that are used for session ids and for content alike: only the value can tell. */
const GENERIC = /^_{0,3}(?:s|sid|ssid|sess|session|sesid|usid|u?sessid)$/;

export function isGenericSessionName(name: string): boolean {
  return GENERIC.test(name.toLowerCase());
}

/** Names that announce a value made for one response or one link. */
const SAYS_TOKEN = /^_$|token|nonce|csrf|xsrf|rand|^rnd|stamp$/;

export function saysToken(name: string): boolean {
  return SAYS_TOKEN.test(name.toLowerCase());
}
