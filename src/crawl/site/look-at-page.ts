import type { Config } from '../../config/index.ts';
import { FetchError } from '../../fetch/index.ts';
import { openGuestVisit } from './polite-visit.ts';

/** A page as it is now. */
export interface LookedAtPage {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}

/** Fetches one page as a polite visitor; for `hosts` see `siteEgress`. Null when it cannot be read: the first run reports why. */
export async function lookAtPage(
  url: string,
  config: Config,
  hosts: readonly string[] | null = [new URL(url).hostname],
): Promise<LookedAtPage | null> {
  if (!/^https?:/.test(url)) return null;
  const visit = await openGuestVisit(hosts, config, 1);
  try {
    if (!(await visit.robotsFor(url)).allowed) return null;
    const { status, body, headers } = await visit.ask(0)({ url });
    return status === 200 ? { url, bytes: body, contentType: headers.get('content-type') ?? null } : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  } finally {
    await visit.close();
  }
}
