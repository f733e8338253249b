import { type UserRules, userScopeRules } from '../rules/user-rules.ts';
import type { Budgets } from './budgets.ts';
import { calendarWithoutEnd, noteYear } from './calendar-without-end.ts';
import type { Candidate, ScopeRule } from './candidate.ts';
import { deniedExtension } from './denied-extension.ts';
import { drawnAddresses, noteDrawn } from './drawn-addresses.ts';
import { embeddedNotWanted } from './embedded-not-wanted.ts';
import { hostUsedUp } from './host-used-up.ts';
import { markedNofollow } from './marked-nofollow.ts';
import { outsideScope } from './outside-scope.ts';
import { pathRepetition } from './path-repetition.ts';
import { noteQuery, queryExplosion } from './query-explosion.ts';
import { firstDecision, type ScopeDecision } from './rule.ts';
import type { ScopeSettings } from './scope-settings.ts';
import { tooDeep } from './too-deep.ts';
import { typedByTheUser } from './typed-by-the-user.ts';
import { unsupportedScheme } from './unsupported-scheme.ts';
import { urlTooLong } from './url-too-long.ts';

/** Whether URLs belong to the crawl. */
export interface Scope {
  /**
   * Asked once for each identity that the frontier does not know yet: what it accepts counts against the budgets, so
   * asking twice for the same page would count it twice.
   */
  judge(candidate: Candidate): ScopeDecision;
}

/**
 * The rules in the order in which they are asked: what is cheap and what explains most comes first, budgets last. What a
 * user's own rules deny is out; what they allow must still pass the others, but for the hosts that they name.
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
    ...(user === null ? [outside] : [user.denied, user.unlessNamed(outside)]),
    ...(settings.respectNofollow ? [markedNofollow] : []),
    tooDeep(settings.maxDepth),
    deniedExtension(settings.deniedExtensions),
    urlTooLong(settings.maxUrlLength),
    pathRepetition,
    calendarWithoutEnd(settings.maxYearsPerCalendar, budgets),
    queryExplosion(settings.maxQueriesPerPath, budgets),
    drawnAddresses(settings.maxDrawnPerPlace, budgets),
    hostUsedUp(settings.maxPagesPerHost, budgets),
  ];
  return {
    judge: (candidate) => {
      const decision = firstDecision(rules, candidate);
      user?.note(candidate, decision);
      if (decision.verdict === 'accept') {
        noteYear(candidate, budgets);
        noteQuery(candidate, budgets);
        noteDrawn(candidate, settings.maxDrawnPerPlace, budgets);
        budgets.addPage(candidate.host);
      }
      return decision;
    },
  };
}
