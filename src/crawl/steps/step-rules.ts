import type { VisitorAnswer } from '../../access/index.ts';
import type { FetchResult } from '../../fetch/index.ts';
import {
  anyPattern,
  judgeAnswer,
  type ScopeDecision,
  type StepEntry,
  type UserRules,
} from '../../project/index.ts';
import type { DocumentLink } from '../document-links.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { PageForms } from './page-forms.ts';

export type StepRules = ReturnType<typeof stepRules>;

/** Applies the rules of a step to each fetched page. */
export function stepRules(
  { collect }: StepEntry,
  rules: UserRules | null,
  forms: Pick<PageForms, 'linksOf'>,
) {
  const isWanted = typeof collect === 'object' ? anyPattern(collect.only) : () => true;
  return {
    /** A rejection that depends on the response (its type, size, age); null when the response is accepted. */
    refusal: (
      { url, depth, linkKind }: QueuedPage,
      { headers, body, startedAt }: FetchResult,
    ): ScopeDecision | null => {
      // Rules do not apply to addresses that the user named, nor to sitemaps.
      if (rules === null || !rules.ruleSet.asksForAnswer || linkKind === 'seed' || linkKind === 'listed')
        return null;
      const changed = Date.parse(headers.get('last-modified') ?? '');
      const answer = {
        type: headers.get('content-type'),
        bytes: body.length,
        ageInSeconds: Number.isNaN(changed) ? null : (startedAt - changed) / 1000,
      };
      const decision = judgeAnswer(rules, { url, depth, answer });
      return decision.verdict === 'reject' ? decision : null;
    },
    /** Why a page is only read for its links and not stored; null when it is stored. */
    readOnlyForLinks: ({ url, depth, linkKind }: QueuedPage): string | null => {
      if (!isWanted(url)) return 'the step does not collect this page: it was only read for its links';
      const isDenied = linkKind === 'listed' && rules?.ruleSet.decide({ url, depth }).verdict === 'reject';
      return isDenied ? 'the default denies this list: it was only read for its links' : null;
    },
    /** Links from the forms on the page once they are sent. Throws what sending one throws. */
    formLinks: (answer: VisitorAnswer): Promise<readonly DocumentLink[]> => forms.linksOf(answer),
  };
}
