import type { DocumentLink } from '../../crawl/document-links.ts';
import type { Committer } from '../../crawl/engine/committer.ts';
import type { PageDiscovery } from '../../crawl/frontier/discover-pages.ts';
import type { RunParts } from '../../crawl/run/runner.ts';

/** Offers in one commit. */
const AT_ONCE = 2000;

/**
 * Takes in what pages of other hosts have offered: by the rules and budgets that hold here. Returns whether there was anything. A run
 * that was never shared among workers has no offers.
 */
export async function takeOffered(
  { surroundings, run }: RunParts,
  discovery: PageDiscovery,
  committer: Committer,
): Promise<boolean> {
  for (let taken = 0; ; ) {
    const offers = await surroundings.store.offers.waiting(run.id, AT_ONCE);
    if (offers.length === 0) return taken > 0;
    taken += offers.length;
    const pages = offers.flatMap(({ url, kind, depth, foundOn }) =>
      discovery.discover([{ url, kind: kind as DocumentLink['kind'], nofollow: false }], {
        ...{ pageId: foundOn, host: null, depth, nofollow: false, hasRoom: true },
      }),
    );
    committer.addOffered(offers, pages);
    await committer.commit();
  }
}
