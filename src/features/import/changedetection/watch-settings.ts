import { channelFrom } from '../channel-from.ts';
import { cameOver, type ImportedPart, joinImported, noEqual, notNeeded } from '../imported-part.ts';
import { headersFrom, notFetched, proxyFrom } from '../request-headers.ts';
import { mapOf, textIn, textListOf, textMapOf, type UntypedMap, valuesOf } from '../untyped-values.ts';
import type { SecretNames } from '../watch-names.ts';
import { browserStepsFrom } from './browser-steps.ts';
import { conditionsFrom } from './watch-conditions.ts';
import { ignoredFrom, includedFrom, subtractedFrom, toldWhen } from './watch-filters.ts';
import { restockFrom } from './watch-restock.ts';
import { hoursFrom } from './watch-times.ts';

export interface BackupSettings {
  readonly application: UntypedMap;
  readonly requests: UntypedMap;
  readonly tags: UntypedMap;
}

const SCRIPTS =
  'pages are read as they are sent: scripts are not run. Look whether the page has its words without them';
const TEXT = 'text is compared, not mark-up or white space';

/** What the settings of a watch become. */
export function watchSettingsFrom(
  watch: UntypedMap,
  url: string,
  { application, requests, tags }: BackupSettings,
  secrets: SecretNames,
): ImportedPart {
  const own = textListOf(watch['tags']).map((id) => mapOf(tags[id]));
  const groups = own.filter((tag) => textIn(tag['title']) !== '');
  const applied = groups.filter((tag) => tag['overrides_watch'] === true);
  const fromAll = (key: string): readonly unknown[] =>
    [watch, ...applied].flatMap((one) => valuesOf(one[key]));
  const included = includedFrom(fromAll('include_filters'));
  const only = included.only ?? [];
  return joinImported([
    groups.length === 0
      ? {}
      : cameOver('tags', 'comment; projects have no tags', {
          comments: [`Tags: ${groups.map((tag) => textIn(tag['title'])).join(', ')}`],
        }),
    fetchedBy(watch, application),
    headersFrom(textMapOf(watch['headers']), url, secrets),
    sentBy(watch),
    proxyOf(watch, requests, secrets),
    browserStepsFrom(watch['browser_steps'], url, secrets),
    included,
    subtractedFrom(fromAll('subtractive_selectors')),
    subtractedFrom(application['global_subtractive_selectors'], 'global_subtractive_selectors'),
    ignoredFrom(fromAll('ignore_text')),
    ignoredFrom(application['global_ignore_text'], 'global_ignore_text'),
    toldWhen(watch['trigger_text'], 'trigger_text', 'a detector: you are told when it appears'),
    toldWhen(watch['extract_text'], 'extract_text', 'a detector: you are told when new text matches'),
    toldWhen(
      watch['text_should_not_be_present'],
      'text_should_not_be_present',
      'a detector: you are told when it goes',
      {
        in: 'removed',
      },
    ),
    conditionsFrom(watch, only),
    restockFrom(watch, applied, only),
    addedOnly(watch),
    ...switches(watch),
    hoursFrom(watch['time_schedule_limit'], textIn(application['scheduler_timezone_default'])),
    textIn(watch['processor']) === 'image_ssim_diff'
      ? noEqual('processor: image_ssim_diff', 'words are compared, not pictures of pages')
      : {},
  ]);
}

function fetchedBy(watch: UntypedMap, application: UntypedMap): ImportedPart {
  const own = textIn(watch['fetch_backend']);
  const used = own === '' || own === 'system' ? textIn(application['fetch_backend']) : own;
  const script = textIn(watch['webdriver_js_execute_code']);
  return joinImported([
    /webdriver|playwright|puppeteer|selenium|browser/.test(used)
      ? noEqual('fetch_backend: browser', SCRIPTS)
      : {},
    script === '' ? {} : noEqual('webdriver_js_execute_code', 'scripts are not run'),
  ]);
}

function sentBy(watch: UntypedMap): ImportedPart {
  const method = textIn(watch['method']).toUpperCase();
  return method === '' || method === 'GET' ? {} : notFetched(`method ${method}`);
}

/** A watch names one of the proxies that the settings list. */
function proxyOf(watch: UntypedMap, requests: UntypedMap, secrets: SecretNames): ImportedPart {
  const name = textIn(watch['proxy']) || textIn(requests['proxy']);
  if (name === '' || name === 'no-proxy') return {};
  const listed = valuesOf(requests['extra_proxies']).map(mapOf);
  const found = listed.find((one, place) => name === `ui-${place}${textIn(one['proxy_name'])}`);
  const address = textIn(found?.['proxy_url']);
  return address === ''
    ? noEqual('proxy', 'its address is not in the backup')
    : proxyFrom('proxy', address, secrets);
}

function addedOnly(watch: UntypedMap): ImportedPart {
  const [added, removed, replaced] = ['filter_text_added', 'filter_text_removed', 'filter_text_replaced'].map(
    (key) => watch[key] !== false,
  );
  if (added === removed && removed === replaced) return {};
  if (added && !removed)
    return cameOver('filter_text_added', 'a detector: any change, in added text', {
      detectors: [{ change: 'any' }],
    });
  if (removed && !added)
    return cameOver('filter_text_removed', 'a detector: any change, in removed text', {
      detectors: [{ change: 'any', in: 'removed' }],
    });
  return noEqual('filter_text_replaced', 'what is replaced is both added and removed');
}

const unneeded = {
  sort_text_alphabetically: 'lists that come in any order are learned',
  trim_text_whitespace: TEXT,
  remove_duplicate_lines: 'each piece of text is told once',
  strip_ignored_lines: 'messages show only what counts',
  check_unique_lines: 'detectors read only text that is new for its page',
} as const;

function switches(watch: UntypedMap): readonly ImportedPart[] {
  return Object.entries(unneeded).map(([key, why]) => (watch[key] === true ? notNeeded(key, why) : {}));
}

/** Who is told: the watch says, or its groups, or the settings. */
export function channelsOf(
  watch: UntypedMap,
  { application, tags }: BackupSettings,
  secrets: SecretNames,
): { readonly part: ImportedPart; readonly settings: readonly string[] } {
  if (watch['notification_muted'] === true)
    return { part: cameOver('notification_muted', 'no channels: runs print what changed'), settings: [] };
  const groups = textListOf(watch['tags']).map((id) => mapOf(tags[id]));
  const lists = [
    textListOf(watch['notification_urls']),
    groups.flatMap((tag) => textListOf(tag['notification_urls'])),
    textListOf(application['notification_urls']),
  ];
  const all = [...new Set(lists.find((list) => list.length > 0) ?? [])].map((address) =>
    channelFrom(address, secrets),
  );
  const own = ['notification_title', 'notification_body'].filter((key) => textIn(watch[key]) !== '');
  return {
    part: joinImported([
      ...all.map(({ part }) => part),
      ...own.map((key) => noEqual(key, 'templates have other names: see docs/notifications.md')),
    ]),
    settings: all.flatMap(({ settings }) => settings),
  };
}
