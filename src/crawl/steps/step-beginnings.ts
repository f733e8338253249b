import type { Redactor } from '../../access/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { noSourcePage, type PageDiscovery } from '../frontier/discover-pages.ts';
import type { DiscoveredPage } from '../tables/records.ts';
import { linksIn } from './page-forms.ts';
import type { Arrival } from './step-action.ts';
import { StepError } from './step-error.ts';

/** What the run has done so far with the pages where a step arrived. */
interface EarlierVisits {
  /** Whether an earlier step has visited it. */
  isVisited(url: string): boolean;
  /** Whether the run leaves it alone, since it is not due. */
  isLeftAlone(url: string): boolean;
}

/**
 * The pages that a step starts with. An answer without an address, or a page that an earlier step has visited, cannot be
 * queued: its links are queued instead, at depth 1.
 */
export function stepBeginnings(
  arrivals: readonly Arrival[],
  discovery: PageDiscovery,
  earlier: EarlierVisits,
  redactor: Redactor,
): readonly DiscoveredPage[] {
  return arrivals.flatMap(({ page, hasAddress }) => {
    const shown = redactor.text(page.url);
    if (shown !== page.url) {
      throw new StepError(
        `the form puts a secret into the address ${shown}, which would be stored: collect nothing in this step, and follow a link from its page in the next one`,
        null,
      );
    }
    const seed = { url: normalizeUrl(page.url), kind: 'seed', nofollow: false } as const;
    if (hasAddress && earlier.isLeftAlone(seed.url)) return [];
    if (hasAddress && !earlier.isVisited(seed.url)) return discovery.discover([seed], noSourcePage);
    return discovery.discover(linksIn(page), { ...noSourcePage, host: new URL(page.url).host, depth: 1 });
  });
}
