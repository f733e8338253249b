import type { Redactor } from '../../access/index.ts';
import { type Arrival, linksIn, noPage, type PageDiscovery, StepError } from '../../crawl/index.ts';
import type { DiscoveredPage } from '../../store/index.ts';
import { normalizeUrl } from '../../url/index.ts';

/**
 * The pages a step begins with. An answer that has no address, or a page that an earlier step has visited, cannot be
 * queued: its links are, one link from the start.
 */
export function stepBeginnings(
  arrivals: readonly Arrival[],
  discovery: PageDiscovery,
  redactor: Redactor,
): readonly DiscoveredPage[] {
  return arrivals.flatMap(({ page, hasAddress }) => {
    const shown = redactor.text(page.url);
    if (shown !== page.url) {
      throw new StepError(
        `the form puts a secret into the address ${shown}, where it would be kept: collect nothing in this step, and follow a link of its page in the next one`,
        null,
      );
    }
    const seed = { url: normalizeUrl(page.url), kind: 'seed', nofollow: false } as const;
    const seeds = hasAddress ? discovery.discover([seed], noPage) : [];
    if (seeds.length > 0) return seeds;
    return discovery.discover(linksIn(page), { ...noPage, host: new URL(page.url).host, depth: 1 });
  });
}
