import { z } from 'zod';
import type { DetectorDefinition } from '../../detect/index.ts';
import { type CompareEntry, type ProjectDefinition, scopeSettings } from '../../project/index.ts';
import { type CrawlLimits, limitReached } from '../engine/crawl-progress.ts';
import { proxySettings } from '../site/proxy-settings.ts';
import { AppError } from './errors.ts';

/** Sent as a header, which cannot contain line breaks. */
const oneLine = z.string().refine((value) => !/[\r\n\0]/.test(value), { error: 'write it on one line' });

/** The settings of a run. They are stored with an address, so that later runs need no options. */
const runSettings = z.strictObject({
  /** Maximum number of links from the start; 0 fetches the start only. */
  depth: z.number().int().min(0).default(100),
  /** Requests at the same time to one host; null for the default (`concurrencyOf`). */
  concurrency: z.number().int().min(1).max(256).nullable().default(null),
  /** Milliseconds between two requests to one host. */
  delay: z.number().min(0).default(0),
  scope: z.array(z.string()).default([]),
  ignoreRobots: z.boolean().default(false),
  followNofollow: z.boolean().default(false),
  assets: z.enum(['none', 'images', 'all']).default('none'),
  maxPages: z.number().int().min(1).nullable().default(null),
  /** New addresses that may wait at the same time; null for the default (`frontierLimitOf`). */
  maxFrontier: z.number().int().min(1).nullable().default(null),
  maxBytes: z.number().int().min(1).nullable().default(null),
  /** Seconds. */
  maxTime: z.number().positive().nullable().default(null),
  /** The longest wait that a site may ask for (Retry-After), in seconds; for a longer wait the run pauses. */
  maxWait: z.number().min(0).default(300),
  /** Bytes of one page or file; null for the default: pages up to `largestPage`, files of any size. */
  maxPageBytes: z.number().int().min(1).nullable().default(null),
  /** Bytes per second, over all hosts. */
  bandwidth: z.number().positive().nullable().default(null),
  /** Time limit for one page, in seconds. */
  timeout: z.number().positive().default(60),
  attempts: z.number().int().min(1).default(3),
  /** A URL or mail address, sent with the user agent. */
  contact: oneLine.default(''),
  /** Whether pages are fetched twice to separate noise from changes. */
  twin: z.boolean().default(true),
  /** How versions of a page are compared; the first entry that matches its URL decides. */
  compare: z
    .array(z.record(z.string(), z.unknown()))
    // `checkedSettings` checks them; stored entries were checked before.
    .transform((given) => given as readonly CompareEntry[])
    .default([]),
  /** Detectors of a project that is an address; a project file has its own. They are checked when they are added. */
  detectors: z
    .array(z.record(z.string(), z.unknown()))
    .transform((given) => given as readonly DetectorDefinition[])
    .default([]),
  /** Which pages are rendered in a browser: those that only scripts build, none or all. */
  render: z.enum(['auto', 'never', 'always']).default('auto'),
  /** Which pages get pictures. */
  screenshots: z.enum(['none', 'changed', 'all']).default('none'),
  userAgent: oneLine.nullable().default(null),
  proxy: z.string().nullable().default(null),
  /** Session ids in addresses: detected automatically, none, or of this length. */
  sessionId: z.union([z.enum(['auto', 'none']), z.number().int().min(1).max(1000)]).default('auto'),
});

export type RunSettings = z.output<typeof runSettings>;

export const largestPage = 20 * 1024 * 1024;

/** A polite visitor sends a web site one request at a time; clients of file servers open a few connections. */
const defaultConcurrency = { pages: 1, files: 4 } as const;

export function concurrencyOf({ concurrency }: RunSettings, siteOf: keyof typeof defaultConcurrency): number {
  return concurrency ?? defaultConcurrency[siteOf];
}

export function limitsOf({ maxPages, maxBytes, maxTime }: RunSettings): CrawlLimits {
  return {
    pages: maxPages ?? Number.POSITIVE_INFINITY,
    bytes: maxBytes ?? Number.POSITIVE_INFINITY,
    ms: maxTime === null ? Number.POSITIVE_INFINITY : maxTime * 1000,
  };
}

/** This takes some hundred megabytes of database, and 32 MB of memory. */
const LARGEST_FRONTIER = 1_000_000;
/** Addresses that may wait per page of the page limit: a run that pauses at the limit continues later. The minimum is the links of two pages. */
const WAITING_PER_PAGE = 100;
const LEAST_WAITING = 200_000;

/** How many new addresses may wait at the same time. */
export function frontierLimitOf({
  maxFrontier,
  maxPages,
}: Pick<RunSettings, 'maxFrontier' | 'maxPages'>): number {
  if (maxFrontier !== null) return maxFrontier;
  return maxPages === null
    ? LARGEST_FRONTIER
    : Math.min(LARGEST_FRONTIER, Math.max(LEAST_WAITING, maxPages * WAITING_PER_PAGE));
}

/** An index of site maps may name 50,000 of them, and so may a hostile robots.txt. */
const MOST_SITEMAPS = 10_000;
const LEAST_SITEMAPS = 100;

/** How many site maps a step reads: they do not count as pages. */
export const mostSitemaps = ({ maxPages }: Pick<RunSettings, 'maxPages'>): number =>
  Math.min(Math.max(maxPages ?? MOST_SITEMAPS, LEAST_SITEMAPS), MOST_SITEMAPS);

/** Why a run pauses that has reached its page limit; null when there is none. */
export function pageLimitInWords(settings: RunSettings): string | null {
  return limitReached(limitsOf(settings), { pages: settings.maxPages ?? 0, bytes: 0, ms: 0 });
}

/** Checks settings before they are stored: an invalid value must not break later runs. Throws APP_SETTING_INVALID and APP_PROXY_INVALID. */
export async function checkedSettings(settings: unknown): Promise<RunSettings> {
  const parsed = runSettings.safeParse(settings);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'invalid' };
    throw new AppError('APP_SETTING_INVALID', `${path.join('.')}: ${message}`);
  }
  if (parsed.data.compare.length > 0) {
    // Selectors and patterns need parsers that most runs do not use.
    const { checkComparison } = await import('../equality/chosen-equality.ts');
    checkComparison(parsed.data.compare);
  }
  scopeSettings([], {}, parsed.data.scope);
  if (parsed.data.proxy !== null) proxySettings(parsed.data.proxy);
  return parsed.data;
}

const MINUTE = 60_000;

/** The settings in a project file, except a secret proxy: settings are stored. */
export function settingsInFile(project: ProjectDefinition): Partial<RunSettings> {
  const { preference = {}, limits = {}, crawl = {} } = project;
  const perMinute = limits.requestsPerMinute === undefined ? 0 : MINUTE / limits.requestsPerMinute;
  return defined({
    depth: preference.depth,
    concurrency: limits.concurrency,
    delay: Math.max(limits.delay ?? 0, perMinute),
    scope: crawl.scope === undefined ? undefined : [...crawl.scope],
    ignoreRobots: crawl.robots === 'ignore',
    followNofollow: crawl.nofollow === 'follow',
    assets: crawl.assets,
    maxPages: limits.pages,
    maxFrontier: limits.frontier,
    maxBytes: limits.bytes,
    maxTime: limits.time === undefined ? undefined : limits.time / 1000,
    maxWait: limits.wait === undefined ? undefined : limits.wait / 1000,
    maxPageBytes: crawl.maxPageSize,
    bandwidth: limits.bandwidth,
    timeout: crawl.timeout === undefined ? undefined : crawl.timeout / 1000,
    attempts: crawl.attempts,
    contact: crawl.contact,
    twin: undefined,
    compare: project.compare,
    detectors: undefined,
    render: project.render,
    screenshots: project.screenshots,
    userAgent: crawl.userAgent,
    proxy: typeof crawl.proxy === 'string' ? crawl.proxy : undefined,
    sessionId: preference.sessionId,
  });
}

/** Without undefined values. */
function defined(
  settings: {
    readonly [K in keyof RunSettings]: RunSettings[K] | undefined;
  },
): Partial<RunSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
