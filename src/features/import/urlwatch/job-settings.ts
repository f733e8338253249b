import {
  cameOver,
  type ImportedPart,
  joinImported,
  mapOf,
  noEqual,
  notNeeded,
  textIn,
  textListOf,
  textMapOf,
  type UntypedMap,
} from '../imported-part.ts';
import type { SecretNames } from '../imported-project.ts';
import { cookiesFrom, headersFrom, notFetched, proxyFrom } from '../request-headers.ts';
import { filtersFrom } from './job-filters.ts';

/** A job of urlwatch, with the defaults of its settings. */
interface Job {
  readonly url: string;
  readonly secrets: SecretNames;
}

type Taking = (value: unknown, job: Job, key: string) => ImportedPart;

const FAILURES = 'a failure is reported when it begins, and again only when it lasts';
const SCRIPTS = 'pages are read as they are sent: scripts are not run';

const unneeded =
  (why: string): Taking =>
  (_value, _job, key) =>
    notNeeded(key, why);
const impossible =
  (why: string): Taking =>
  (_value, _job, key) =>
    noEqual(key, why);
const nothing: Taking = () => ({});

/** Imports the keys of a job. The keys that name or locate the job are read elsewhere. */
const taking: Readonly<Record<string, Taking>> = {
  url: nothing,
  kind: nothing,
  name: nothing,
  index_number: nothing,
  location: nothing,
  enabled: nothing,
  navigate: impossible(`${SCRIPTS}. Look whether the page has its words without them`),
  filter: (value) => filtersFrom(value),
  diff_filter: (value) => diffFilterFrom(value),
  headers: (value, { url, secrets }) => headersFrom(textMapOf(value), url, secrets),
  cookies: (value, { url, secrets }) => cookiesFrom(textMapOf(value), url, secrets),
  http_proxy: (value, { url, secrets }, key) =>
    url.startsWith('http:') ? proxyFrom(key, textIn(value), secrets) : {},
  https_proxy: (value, { url, secrets }, key) =>
    url.startsWith('https:') ? proxyFrom(key, textIn(value), secrets) : {},
  timeout: (value, _job, key) => {
    const seconds = Number(value);
    if (!(seconds > 0)) return notNeeded(key, 'no request waits for ever');
    return cameOver(key, 'crawl: timeout', { crawl: { timeout: `${seconds}s` } });
  },
  max_tries: (value, _job, key) => {
    const tries = Math.trunc(Number(value));
    return tries >= 1
      ? cameOver(key, 'crawl: attempts', { crawl: { attempts: tries } })
      : notNeeded(key, 'a page is tried three times');
  },
  note: (value, _job, key) => cameOver(key, 'comment', { comments: [textIn(value)] }),
  tags: (value, _job, key) =>
    cameOver(key, 'comment; projects have no tags', { comments: [`Tags: ${textListOf(value).join(', ')}`] }),
  method: (value, _job, key) => (/^get$/i.test(textIn(value)) ? {} : notFetched(`${key} ${textIn(value)}`)),
  data: (_value, _job, key) => notFetched(key),
  additions_only: (value, _job, key) =>
    value === true
      ? cameOver(key, 'a detector: any change, in added text', { detectors: [{ change: 'any' }] })
      : {},
  deletions_only: (value, _job, key) =>
    value === true
      ? cameOver(key, 'a detector: any change, in removed text', {
          detectors: [{ change: 'any', in: 'removed' }],
        })
      : {},
  ssl_no_verify: impossible('certificates are always checked'),
  ssl_verify: impossible('certificates are always checked'),
  ignore_cached: unneeded('a server that says "not modified" for pages that were is found out'),
  encoding: unneeded('encodings are recognised'),
  ignore_connection_errors: unneeded(FAILURES),
  ignore_timeout_errors: unneeded(FAILURES),
  ignore_too_many_redirects: unneeded(FAILURES),
  ignore_http_error_codes: unneeded(FAILURES),
  compared_versions: unneeded('words that come and go from one visit to the next are learned'),
  treat_new_as_changed: impossible('in a first run everything is new, so only matches are reported'),
  diff_tool: impossible('changes are shown word by word by Tidemark itself'),
  url_for_human: impossible('messages link to the page that was read'),
  user_visible_url: impossible('messages link to the page that was read'),
};

const ofBrowser =
  /^(?:wait_|browser|chromium|switches|block_elements|http_client|initialization|evaluate|use_browser)/;

export function jobSettingsFrom(job: UntypedMap, url: string, secrets: SecretNames): ImportedPart {
  return joinImported(
    Object.entries(job).map(([key, value]) => {
      const take = taking[key];
      if (take !== undefined) return take(value, { url, secrets }, key);
      return noEqual(key, ofBrowser.test(key) ? SCRIPTS : 'this key is not known');
    }),
  );
}

/** Imports a diff filter that keeps only added text, or only removed text. */
function diffFilterFrom(value: unknown): ImportedPart {
  const what = 'diff_filter';
  const filters = Array.isArray(value) ? value : [value];
  const [only, ...others] = filters.map((one) => textIn(mapOf(one)['grep']));
  if (only !== undefined && others.length === 0) {
    if (/^\^(?:\[\+\]|\\\+|\[\^?\+\])/.test(only))
      return cameOver(what, 'a detector: any change, in added text', { detectors: [{ change: 'any' }] });
    if (/^\^(?:\[-\]|\\?-)/.test(only))
      return cameOver(what, 'a detector: any change, in removed text', {
        detectors: [{ change: 'any', in: 'removed' }],
      });
  }
  return noEqual(
    what,
    'messages show the words that changed; they are not filtered. A detector chooses what is reported',
  );
}
