import { deniedExtensions } from './denied-extension.ts';
import type { AssetChoice } from './embedded-not-wanted.ts';
import { type ScopePrefix, scopePrefix, wholeHost } from './scope-prefix.ts';

/** What a user may say about which URLs belong to a crawl. */
export interface ScopeSettings {
  readonly schemes: ReadonlySet<string>;
  readonly prefixes: readonly ScopePrefix[];
  readonly maxDepth: number;
  /** Whether links marked nofollow are left out. */
  readonly respectNofollow: boolean;
  readonly assets: AssetChoice;
  readonly deniedExtensions: ReadonlySet<string>;
  readonly maxUrlLength: number;
  readonly maxYearsPerCalendar: number;
  readonly maxQueriesPerPath: number;
  /** For a crawl that never looks twice; infinite for one that can tell tokens by doing so. */
  readonly maxDrawnPerPlace: number;
  readonly maxPagesPerHost: number;
}

const defaults: Omit<ScopeSettings, 'prefixes'> = {
  schemes: new Set(['http', 'https']),
  // Chains of "next page" links run deep on honest sites; traps that go on for ever end here at the latest.
  maxDepth: 100,
  respectNofollow: true,
  assets: 'none',
  deniedExtensions,
  // The limit of the sitemap protocol: a page that wants to be found has a shorter name.
  maxUrlLength: 2048,
  maxYearsPerCalendar: 30,
  maxQueriesPerPath: 10_000,
  maxDrawnPerPlace: Number.POSITIVE_INFINITY,
  maxPagesPerHost: 5_000_000,
};

/**
 * The settings of a crawl that starts at `starts`. Without prefixes it stays on the hosts of its starts; prefixes
 * (`--scope`) take their place, narrower or wider. Throws PROJECT_SCOPE_PREFIX_INVALID for a prefix that names no place.
 */
export function scopeSettings(
  starts: readonly string[],
  chosen: Partial<Omit<ScopeSettings, 'prefixes'>> = {},
  prefixes: readonly string[] = [],
): ScopeSettings {
  return {
    ...defaults,
    ...chosen,
    prefixes: prefixes.length > 0 ? prefixes.map(scopePrefix) : starts.map(wholeHost),
  };
}

/**
 * The settings after a start turned out to redirect (example.org to www.example.org): the crawl is about where it led.
 * Only for starts, and not when the user named prefixes.
 */
export const widenedTo = (settings: ScopeSettings, landing: string): ScopeSettings => ({
  ...settings,
  prefixes: [...settings.prefixes, wholeHost(landing)],
});
