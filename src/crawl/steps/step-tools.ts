import type { VisitorAnswer } from '../../access/index.ts';
import type { FetchResult } from '../../fetch/index.ts';
import {
  anyPattern,
  judgeAnswer,
  type ScopeDecision,
  type StepEntry,
  type UserRules,
} from '../../project/index.ts';
import type { QueuedPage } from '../../store/index.ts';
import type { DocumentLink } from '../document-links.ts';
import type { PageForms } from './page-forms.ts';

/** What a step of a project has to say about each page that is fetched. */
export interface StepTools {
  /** A decision against an answer that could not be made before it was there; null when nothing speaks against it. */
  refusal(page: QueuedPage, answer: FetchResult): ScopeDecision | null;
  /** Why a page is read only for its links and not kept; null when it is kept. */
  onlyLookedThrough(page: QueuedPage): string | null;
  /** Where forms of the page lead once they are filled in. Throws what sending one throws. */
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
      // What the user named is not asked for again, and a sitemap is no page.
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
    onlyLookedThrough: ({ url, depth, linkKind }) => {
      if (!isWanted(url)) return 'the step collects other pages: this one was only looked through for links';
      const isDenied = linkKind === 'listed' && rules?.ruleSet.decide({ url, depth }).verdict === 'reject';
      return isDenied ? 'the default denies it: this list was only looked through for links' : null;
    },
    formLinks: (answer) => forms.linksOf(answer),
  };
}
