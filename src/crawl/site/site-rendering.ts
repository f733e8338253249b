import { type PageFetcher, PageRenderer } from '../../fetch/index.ts';
import { type LeftOutCounts, NO_BROWSER } from '../frontier/left-out-counts.ts';
import { PagePictures } from '../render/page-pictures.ts';
import { RenderedPages } from '../render/rendered-pages.ts';
import type { RunContext } from '../run/run-context.ts';
import { largestPage } from '../run/run-settings.ts';
import { siteEgress, userAgentOf } from './site-network.ts';

/** The browser of a run, and the pages that it shows. */
export interface SiteRendering {
  readonly renderer: PageRenderer;
  /** Null when every page is taken as it is sent. */
  readonly pages: RenderedPages | null;
  /** Null when no pictures are kept. */
  readonly pictures: PagePictures | null;
}

/** Null when the project wants no browser. When it needs one for sure, throws FETCH_BROWSER_MISSING and FETCH_BROWSER_FAILED. */
export async function siteRendering(
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
