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
import type { QueuedPage } from '../tables/records.ts';
import type { PageForms } from './page-forms.ts';

/** What a step of a project says about each fetched page. */
export interface StepTools {
  /** A rejection that needs the answer (its type, size, age); null when the answer is accepted. */
  refusal(page: QueuedPage, answer: FetchResult): ScopeDecision | null;
  /** Why a page is only read for its links and not kept; null when it is kept. */
  readOnlyForLinks(page: QueuedPage): string | null;
  /** Links from the forms on the page once they are sent. Throws what sending one throws. */
  formLinks(page: VisitorAnswer): Promise<readonly DocumentLink[]>;
}

export function stepTools(
  { collect }: StepEntry,
  rules: UserRules | null,
  forms: Pick<PageForms, 'linksOf'>,
): StepTools {
  const isWanted = typeof collect === 'object' ? anyPattern(collect.only) : () => true;
  return {
    refusal: ({ url, depth, linkKind }, { headers, body, startedAt }) => {
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
    readOnlyForLinks: ({ url, depth, linkKind }) => {
      if (!isWanted(url)) return 'the step does not collect this page: it was only read for its links';
      const isDenied = linkKind === 'listed' && rules?.ruleSet.decide({ url, depth }).verdict === 'reject';
      return isDenied ? 'the default denies this list: it was only read for its links' : null;
    },
    formLinks: (answer) => forms.linksOf(answer),
  };
}
