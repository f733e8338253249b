import type { PageProtocol } from '../fetch/index.ts';
import { type ScopeSettings, scopeSettings } from '../project/index.ts';
import type { CrawlSettings } from './crawl-settings.ts';

/** What belongs to a crawl that begins at `starts`, as the settings have it. */
export function siteScope(
  starts: readonly string[],
  { schemes }: Pick<PageProtocol, 'schemes'>,
  settings: Pick<CrawlSettings, 'depth' | 'followNofollow' | 'assets' | 'twin'> & {
    readonly scope: readonly string[];
  },
): ScopeSettings {
  return scopeSettings(
    starts,
    {
      schemes: new Set(schemes.map((scheme) => scheme.slice(0, -1))),
      maxDepth: settings.depth,
      respectNofollow: !settings.followNofollow,
      assets: settings.assets,
      ...(!settings.twin && { maxRandomPerPlace: 10_000 }),
    },
    settings.scope,
  );
}
