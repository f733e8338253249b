import type { PageForms, StepTools } from '../../crawl/index.ts';
import { judgeAnswer, type StepEntry, type UserRules } from '../../project/index.ts';
import { anyPattern } from './url-patterns.ts';

/** What a step of a project has to say about each page that is fetched. */
export function stepTools({ collect }: StepEntry, rules: UserRules | null, forms: PageForms): StepTools {
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
