import { type UserRules, userScopeRules } from '../rules/user-rules.ts';
import { type Budgets, hostUsedUp } from './budgets.ts';
import { type Candidate, firstDecision, type ScopeDecision, type ScopeRule } from './candidate.ts';
import { type AssetChoice, deniedExtension, deniedExtensions, embeddedNotWanted } from './content-rules.ts';
import { endlessCalendar, noteYear } from './endless-calendar.ts';
import {
  markedNofollow,
  outsideScope,
  type ScopePrefix,
  scopePrefix,
  tooDeep,
  typedByTheUser,
  unsupportedScheme,
  wholeHost,
} from './place-and-depth.ts';
import {
  noteQuery,
  noteRandom,
  pathRepetition,
  queryExplosion,
  randomAddresses,
  urlTooLong,
} from './traps.ts';

/** The user's settings for which URLs belong to a crawl. */
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
  /** A limit for a crawl that fetches no page twice; infinite for a crawl that does, because it can find random tokens that way. */
  readonly maxRandomPerPlace: number;
  readonly maxPagesPerHost: number;
}

const defaults: Omit<ScopeSettings, 'prefixes'> = {
  schemes: new Set(['http', 'https']),
  // Chains of "next page" links run deep on honest sites; traps that never end stop here at the latest.
  maxDepth: 100,
  respectNofollow: true,
  assets: 'none',
  deniedExtensions,
  // The limit of the sitemap protocol: a page that wants to be found has a shorter address.
  maxUrlLength: 2048,
  maxYearsPerCalendar: 30,
  maxQueriesPerPath: 10_000,
  maxRandomPerPlace: Number.POSITIVE_INFINITY,
  maxPagesPerHost: 5_000_000,
};

/**
 * The settings of a crawl that starts at `starts`. It stays on the hosts of its starts unless prefixes (`--scope`)
 * replace them, narrower or wider. Throws PROJECT_SCOPE_PREFIX_INVALID.
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
 * The settings after a start has redirected (example.org to www.example.org): the host it led to belongs to the crawl.
 * Only for starts, and only when the user gave no prefixes.
 */
export const widenedTo = (settings: ScopeSettings, landing: string): ScopeSettings => ({
  ...settings,
  prefixes: [...settings.prefixes, wholeHost(landing)],
});

/** Decides whether URLs belong to the crawl. */
export interface Scope {
  /**
   * Called once for each identity that the frontier does not know yet: what it accepts counts against the budgets, so
   * asking twice for the same page would count it twice.
   */
  judge(candidate: Candidate): ScopeDecision;
  /** The same for a page that another worker visits and judges again: what is accepted here counts there. */
  preview(candidate: Candidate): ScopeDecision;
}

/**
 * The rules in the order in which they are asked: cheap rules and those that explain most come first, budgets last. What
 * a user's own rules deny is out; what they allow must still pass the other rules, except for hosts that they name.
 */
export function standardScope(
  settings: ScopeSettings,
  budgets: Budgets,
  userRules: UserRules | null = null,
): Scope {
  const user = userRules === null ? null : userScopeRules(userRules);
  const outside = outsideScope(settings.prefixes);
  const rules: readonly ScopeRule[] = [
    unsupportedScheme(settings.schemes),
    typedByTheUser,
    embeddedNotWanted(settings.assets),
    // Before the user's rules: the cost of patterns grows with the address, and a page may contain addresses of megabytes.
    urlTooLong(settings.maxUrlLength),
    ...(user === null ? [outside] : [user.denied, user.unlessNamed(outside)]),
    ...(settings.respectNofollow ? [markedNofollow] : []),
    tooDeep(settings.maxDepth),
    deniedExtension(settings.deniedExtensions),
    pathRepetition,
    endlessCalendar(settings.maxYearsPerCalendar, budgets),
    queryExplosion(settings.maxQueriesPerPath, budgets),
    randomAddresses(settings.maxRandomPerPlace, budgets),
    hostUsedUp(settings.maxPagesPerHost, budgets),
  ];
  return {
    judge: (candidate) => {
      const decision = firstDecision(rules, candidate);
      user?.note(candidate, decision);
      if (decision.verdict === 'accept') {
        noteYear(candidate, budgets);
        noteQuery(candidate, budgets);
        noteRandom(candidate, settings.maxRandomPerPlace, budgets);
        budgets.addPage(candidate.host);
      }
      return decision;
    },
    preview: (candidate) => {
      const decision = firstDecision(rules, candidate);
      if (decision.verdict === 'reject') user?.note(candidate, decision);
      return decision;
    },
  };
}
