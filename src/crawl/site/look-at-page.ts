import { isAllowed, RobotsCache } from '../../access/index.ts';
import type { Config } from '../../config/index.ts';
import { FetchError, HttpFetcher, HttpSession, usualRetries } from '../../fetch/index.ts';
import { checkedSettings } from '../run/run-settings.ts';
import { politeVisitor } from './polite-visitor.ts';
import { httpOptions, ROBOT, robotsFetch } from './site-network.ts';

/** A page as it is now. */
export interface LookedAtPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** Fetches one page as a polite visitor; for `hosts` see `siteEgress`. Null when it cannot be read: the first run says why. */
export async function lookAtPage(
  url: string,
  config: Config,
  hosts: readonly string[] | null = [new URL(url).hostname],
): Promise<LookedAtPage | null> {
  if (!/^https?:/.test(url)) return null;
  const settings = await checkedSettings({});
  const fetcher = new HttpFetcher(httpOptions(hosts, settings, config));
  const session = new HttpSession();
  const retries = { ...usualRetries, attempts: 1 };
  try {
    const cache = new RobotsCache({ fetchOnce: robotsFetch(fetcher, session, retries), now: Date.now });
    const { robots } = await cache.get(new URL(url).origin);
    if (!isAllowed(robots, ROBOT, url).allowed) return null;
    const { status, body, headers } = await politeVisitor({ fetcher, session, delay: 0, retries })({ url });
    return status === 200 ? { url, bytes: body, contentType: headers.get('content-type') ?? null } : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  } finally {
    await fetcher.close();
  }
}
