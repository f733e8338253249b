import { channelFrom } from '../channel-from.ts';
import {
  cameOver,
  type FileMap,
  type ImportedPart,
  joinImported,
  mapOf,
  noEqual,
  notNeeded,
  textIn,
  textListOf,
  textMapOf,
  type UntypedMap,
  valuesOf,
} from '../imported-part.ts';
import type { SecretNames } from '../imported-project.ts';
import { headersFrom, notFetched, proxyFrom } from '../request-headers.ts';
import { escapedPattern, usablePattern } from '../selector-from.ts';
import { browserStepsFrom } from './browser-steps.ts';
import { ignoredFrom, includedFrom, reportedWhen, subtractedFrom } from './watch-filters.ts';

export interface BackupSettings {
  readonly application: UntypedMap;
  readonly requests: UntypedMap;
  readonly tags: UntypedMap;
}

const SCRIPTS =
  'pages are read as they are sent: scripts are not run. Look whether the page has its words without them';
const TEXT = 'text is compared, not mark-up or white space';

/** Imports the settings of a watch. */
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
    reportedWhen(watch['trigger_text'], 'trigger_text', 'a detector: you are notified when it appears'),
    reportedWhen(watch['extract_text'], 'extract_text', 'a detector: you are notified when new text matches'),
    reportedWhen(
      watch['text_should_not_be_present'],
      'text_should_not_be_present',
      'a detector: you are notified when it goes',
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

/** A watch refers to one of the proxies in the settings. */
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
  remove_duplicate_lines: 'each piece of text is reported once',
  strip_ignored_lines: 'messages show only what counts',
  check_unique_lines: 'detectors read only text that is new for its page',
} as const;

function switches(watch: UntypedMap): readonly ImportedPart[] {
  return Object.entries(unneeded).map(([key, why]) => (watch[key] === true ? notNeeded(key, why) : {}));
}

/** The notification addresses: from the watch, or else its groups, or else the settings. */
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

/** A condition on the page: `extracted_number < 30`, `page_filtered_text contains_regex ...`. */
export function conditionsFrom(watch: UntypedMap, only: readonly string[]): ImportedPart {
  const all = valuesOf(watch['conditions'])
    .map(mapOf)
    .filter(({ field }) => textIn(field) !== '');
  const found = all.map((one) => conditionFrom(one, only));
  const detectors = found.flatMap((part) => part.detectors ?? []);
  const joined = joinImported(found);
  const areAllNeeded = textIn(watch['conditions_match_logic']) !== 'ANY';
  if (detectors.length < 2 || !areAllNeeded) return joined;
  // All conditions then apply to one piece of text; a condition on the page cannot be combined with them.
  return { ...joined, detectors: [{ name: 'all conditions', all: detectors }] };
}

const limits: Readonly<Record<string, 'below' | 'above'>> = {
  '<': 'below',
  '<=': 'below',
  '>': 'above',
  '>=': 'above',
};

function conditionFrom(given: UntypedMap, only: readonly string[]): ImportedPart {
  const [field, operator, value] = [
    textIn(given['field']),
    textIn(given['operator']),
    textIn(given['value']),
  ];
  const what = `condition: ${field} ${operator} ${value}`;
  if (field === 'extracted_number') {
    const limit = limits[operator];
    const [selector, another] = only;
    if (limit === undefined || !Number.isFinite(Number(value)) || value === '')
      return noEqual(what, 'numbers are compared with below and above');
    if (selector === undefined || another !== undefined)
      return noEqual(what, 'it does not say which number of the page: write a detector, as in "price < 30"');
    return cameOver(what, `a detector: the number at ${selector}`, {
      detectors: [{ number: { selector, [limit]: Number(value) } }],
    });
  }
  const text = textCondition(operator, value);
  if (text === null || !/text|title/.test(field))
    return noEqual(what, 'there is no such condition: see docs/detectors.md');
  return cameOver(what, 'a detector', { detectors: [text] });
}

/** Only `in` is case-sensitive. Text that must be absent is reported when it is removed. */
function textCondition(operator: string, value: string): FileMap | null {
  const pattern: Readonly<Record<string, string>> = {
    contains_regex: `(?i)${value}`,
    starts_with: `(?i)^${escapedPattern(value.trim())}`,
    ends_with: `(?i)${escapedPattern(value.trim())}$`,
    in: escapedPattern(value),
  };
  const isAbsence = operator.startsWith('!');
  const usable =
    value === '' ? null : usablePattern(pattern[isAbsence ? operator.slice(1) : operator] ?? '(');
  if (usable === null) return null;
  return isAbsence ? { pattern: usable, in: 'removed' } : { pattern: usable };
}

/** Phrases with which shops say that an item is not available. */
const GONE = [
  'sold out',
  'out of stock',
  'currently unavailable',
  'ausverkauft',
  'nicht lieferbar',
  'épuisé',
  'agotado',
];

/**
 * The settings of a shop's watch have been in four places: the watch itself, a map in it, a file beside it (which is read as that map), and the groups.
 * The first group that overrides its watches replaces all others.
 */
function restockSettings(watch: UntypedMap, overriding: readonly UntypedMap[]): UntypedMap {
  const [group] = overriding;
  if (group !== undefined)
    return mapOf(group['processor_config_restock_diff'] ?? group['restock_settings'] ?? group);
  return { ...watch, ...mapOf(watch['restock_settings']), ...mapOf(watch['processor_config_restock_diff']) };
}

/** Detectors for shops: back in stock, and the price. */
export function restockFrom(
  watch: UntypedMap,
  overriding: readonly UntypedMap[],
  only: readonly string[],
): ImportedPart {
  if (textIn(watch['processor']) !== 'restock_diff') return {};
  const settings = restockSettings(watch, overriding);
  const stock = textIn(settings['in_stock_processing']);
  const anyOfThem = { any: GONE.map((phrase) => ({ phrase })) };
  const inStock: ImportedPart =
    stock === 'off' || settings['in_stock_only'] === false
      ? {}
      : cameOver('restock: back in stock', 'a detector: "sold out" and the like go from the page', {
          detectors: [{ name: 'back in stock', ...anyOfThem, in: 'removed' }],
        });
  const soldOut: ImportedPart =
    stock === 'all_changes'
      ? cameOver('restock: sold out', 'a detector: "sold out" and the like appear on the page', {
          detectors: [{ name: 'sold out', ...anyOfThem }],
        })
      : {};
  const [selector, another] = only;
  const number = selector !== undefined && another === undefined ? { selector } : { beside: 'price' };
  const place =
    'selector' in number ? `the number at ${number.selector}` : 'the number beside the word "price"';
  const price = (key: string, limit: FileMap): ImportedPart =>
    cameOver(`restock: ${key}`, `a detector: ${place}; try it with tidemark detect`, {
      detectors: [{ number: { ...number, ...limit } }],
    });
  const [least, most, share] = ['price_change_min', 'price_change_max', 'price_change_threshold_percent'].map(
    (key) => {
      const value = settings[key];
      return value === null || value === undefined || value === '' ? Number.NaN : Number(value);
    },
  );
  // The limits apply only when the switch for the price is on.
  if (settings['follow_price_changes'] === false) return joinImported([inStock, soldOut]);
  const hasLimit = Number.isFinite(least) || Number.isFinite(most);
  return joinImported([
    inStock,
    soldOut,
    Number.isFinite(least) ? price('price_change_min', { below: least ?? 0 }) : {},
    Number.isFinite(most) ? price('price_change_max', { above: most ?? 0 }) : {},
    Number.isFinite(share) ? price('price_change_threshold_percent', { changesBy: `${share}%` }) : {},
    hasLimit || Number.isFinite(share) ? {} : price('follow_price_changes', { changesBy: 0 }),
  ]);
}

const seconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;

/** Weeks, days and so on as one interval, as in `3h`; null when there is none. At least one minute. */
export function intervalFrom(given: unknown): string | null {
  const parts = mapOf(given);
  const sum = Object.entries(seconds).reduce(
    (all, [unit, size]) => all + (Number(parts[unit]) || 0) * size,
    0,
  );
  if (!(sum > 0)) return null;
  const minutes = Math.max(1, Math.round(sum / 60));
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of the day, if they are the same on all days, since limits cannot express more. */
function hoursFrom(given: unknown, usualZone: string): ImportedPart {
  const limit = mapOf(given);
  if (limit['enabled'] !== true) return {};
  const what = 'time_schedule_limit';
  const windows = new Set(days.map((day) => windowOf(mapOf(limit[day]))));
  const [window] = windows;
  if (window === ALL_DAY && windows.size === 1) return {};
  if (windows.size !== 1 || window === undefined || window === '')
    return noEqual(what, 'hours are the same on all days here; a schedule with "cron" knows days');
  const zone = textIn(limit['timezone']) || usualZone || 'UTC';
  return cameOver(what, 'limits: hours', { limits: { hours: `${window} ${zone}` } });
}

const ALL_DAY = '00:00-24:00';

function windowOf(day: UntypedMap): string {
  const duration = mapOf(day['duration']);
  const start = textIn(day['start_time']);
  const [hour = Number.NaN, minute = Number.NaN] = start.split(':').map(Number);
  const length = (Number(duration['hours']) || 0) * 60 + (Number(duration['minutes']) || 0);
  if (day['enabled'] === false || Number.isNaN(hour + minute) || length <= 0) return '';
  if (length >= 1440) return ALL_DAY;
  const end = (hour * 60 + minute + length) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${start}-${two(Math.floor(end / 60))}:${two(end % 60)}`;
}
