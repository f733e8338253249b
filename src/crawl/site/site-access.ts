import type { Redactor } from '../../access/index.ts';
import { monotonicClock } from '../../base/index.ts';
import {
  type FetchResult,
  type PageFetcher,
  type PageProtocol,
  PageRenderer,
  type PageSpider,
  type RetryPolicy,
} from '../../fetch/index.ts';
import { waitingEvent } from '../engine/crawl-event.ts';
import { type LeftOutCounts, NO_BROWSER } from '../frontier/left-out-counts.ts';
import { PagePictures, RenderedPages } from '../render/rendered-pages.ts';
import type { RunContext } from '../run/run-context.ts';
import { largestPage } from '../run/run-settings.ts';
import { openPoliteVisit, type PoliteVisit } from './polite-visit.ts';
import { siteEgress, userAgentOf } from './site-network.ts';

/** How a run reaches its site. */
export interface SiteAccess extends Omit<PoliteVisit, 'site' | 'askAs'> {
  /** The clock of the run, which the scheduler uses. */
  readonly now: () => number;
  /** Whether the run has values that must not be stored: a session, or a secret. */
  readonly keepsSecrets: boolean;
  /** Null when the run uses no browser. */
  readonly rendering: SiteRendering | null;
  /** Fetches pages, logged in if the project has a log-in. Its responses may be stored. */
  readonly fetcher: PageFetcher;
}

interface AccessOptions {
  readonly protocol: PageProtocol;
  readonly spider: PageSpider;
  readonly retries: RetryPolicy;
  /** The forms that an earlier part of the run has sent. */
  readonly formsSent: readonly number[];
  readonly leftOut: LeftOutCounts;
}

export async function siteAccess(
  context: RunContext,
  { protocol, spider, retries, formsSent, leftOut }: AccessOptions,
): Promise<SiteAccess> {
  const { definition, onEvent } = context;
  const { session, hasAccount, secrets } = definition;
  const {
    site,
    askAs: _,
    ...visit
  } = await openPoliteVisit({
    ...context,
    fetcher: spider,
    hasRobots: protocol.capabilities.robots,
    retries,
    onWait: (until) => onEvent(waitingEvent(until)),
    formsSent,
  });
  const rendering = await siteRendering(context, site, leftOut);
  const member = visit.siteLogin.asMember(rendering?.pages ?? site);
  const keepsSecrets = session !== null || hasAccount || secrets.any;
  return {
    ...visit,
    now: monotonicClock(),
    keepsSecrets,
    rendering,
    fetcher: keepsSecrets ? withoutSecrets(member, secrets.redactor) : member,
  };
}

/** The browser of a run, and the pages that it shows. */
interface SiteRendering {
  readonly renderer: PageRenderer;
  /** Null when every page is used as the server sends it. */
  readonly pages: RenderedPages | null;
  /** Null when no pictures are kept. */
  readonly pictures: PagePictures | null;
}

/** Null when the project wants no browser. When it always needs one, throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED. */
async function siteRendering(
  { definition, config, environment, store, project }: RunContext,
  fetcher: PageFetcher,
  leftOut: LeftOutCounts,
): Promise<SiteRendering | null> {
  const { settings, hosts } = definition;
  const { render, screenshots } = settings;
  if (render === 'never' && screenshots === 'none') return null;
  const renderer = new PageRenderer({
    egress: siteEgress(hosts, settings, config),
    program: config.browser,
    most: config.browsers,
    path: environment('PATH') ?? '',
    userAgent: userAgentOf(settings),
    timeoutMs: settings.timeout * 1000,
    maxBytes: settings.maxPageBytes ?? largestPage,
  });
  if (render === 'always' || screenshots !== 'none') await renderer.open();
  const known = render === 'never' ? [] : await store.renderings.urls(project.id);
  return {
    renderer,
    pages:
      render === 'never'
        ? null
        : new RenderedPages({
            fetcher,
            renderer,
            choice: render,
            known,
            onMissing: (url) => leftOut.add(NO_BROWSER, url),
          }),
    pictures: screenshots === 'none' ? null : new PagePictures({ renderer, choice: screenshots }),
  };
}

type Headers = FetchResult['headers'];

/** Headers that identify a session. Request headers (`Cookie`, `Authorization`) are never stored. */
const sessionHeader =
  /^(?:set-cookie2?|authorization|cookie|proxy-authorization|authentication-info|(?:x-)?(?:csrf|xsrf|auth)-?token)$/i;

/**
 * Makes responses safe to store. It removes the values of session headers (cookies keep their names and attributes) and the
 * project's secrets anywhere in headers or body. All visits go through here, so that they can be compared; by then the session
 * has read its cookies.
 */
function withoutSecrets(fetcher: PageFetcher, redactor: Redactor): PageFetcher {
  return {
    fetch: async (request) => {
      const answer = await fetcher.fetch(request);
      return {
        ...answer,
        headers: keptHeaders(answer.headers, redactor),
        body: redactor.bytes(answer.body),
      };
    },
  };
}

export function keptHeaders(headers: Headers, redactor: Redactor): Headers {
  const kept = (name: string, value: string): string =>
    sessionHeader.test(name) ? withoutValue(name, value) : redactor.text(value);
  return {
    get: (name) => {
      const value = headers.get(name);
      return value === null ? null : kept(name, value);
    },
    all: (name) => headers.all(name).map((value) => kept(name, value)),
    list: () => headers.list().map(([name, value]) => [name, kept(name, value)] as const),
  };
}

/** `sid=abc; Path=/` becomes `sid=[secret]; Path=/`. */
function withoutValue(name: string, value: string): string {
  return /^set-cookie/i.test(name) ? value.replace(/^([^=;]*)=[^;]*/, '$1=[secret]') : '[secret]';
}
