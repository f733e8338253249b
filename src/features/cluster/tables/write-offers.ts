import type { Transaction } from 'kysely';
import { urlHash } from '../../../crawl/tables/offer.ts';
import type { DiscoveredPage } from '../../../crawl/tables/records.ts';
import type { WriteStep } from '../../../database/database.ts';
import type { Tables } from '../../../database/schema.ts';
import { storableText } from '../../../database/tables/storable-text.ts';
import { type HostJobPlace, openHosts, type SendHostJobs } from './open-hosts.ts';

/** Offers, and hosts, in one statement. */
const AT_ONCE = 1000;

/** A page of another host that a host job found. */
interface OfferedPage {
  readonly place: HostJobPlace;
  readonly page: DiscoveredPage;
  readonly send: SendHostJobs;
}

/** Offers pages to those who visit their hosts, and wakes them. Run by run, and in each by host: others do the same in the same order. */
export const writeOffers: WriteStep<OfferedPage> = async ({ db }, items) => {
  const byRun = [...Map.groupBy(items, ({ place }) => place.runId)].sort(([a], [b]) => a - b);
  for (const [runId, [first, ...others]] of byRun) {
    if (first === undefined) continue;
    const pages = [first, ...others].map(({ page }) => page);
    const hosts = await addOffers(db, runId, pages);
    for (let from = 0; from < hosts.length; from += AT_ONCE)
      await openHosts(db, first.place, hosts.slice(from, from + AT_ONCE), first.send);
  }
};

/** Returns the hosts that have something new to look at, in order. */
async function addOffers(
  db: Transaction<Tables>,
  runId: number,
  offers: readonly DiscoveredPage[],
): Promise<readonly string[]> {
  const rows = offers
    .map(({ url, host, linkKind, depth, foundOn }) => ({
      ...{ run_id: runId, host, url_hash: urlHash(url), url: storableText(url), kind: linkKind },
      ...{ depth, found_on: foundOn, taken: 0 as const },
    }))
    .sort((a, b) => compare(a.host, b.host) || Buffer.compare(a.url_hash, b.url_hash));
  const hosts = new Set<string>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const added = await db
      .insertInto('offer')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .returning('host')
      .execute();
    for (const { host } of added) hosts.add(host);
  }
  return [...hosts].sort(compare);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
