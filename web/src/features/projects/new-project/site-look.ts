import type { AnswerOf } from '../../../shared/api/answers.ts';
import { counted, number } from '../../../shared/words/counted.ts';

export type SiteLook = AnswerOf<'lookAtSite'>;

interface LookFact {
  readonly what: string;
  readonly words: string;
  /** Whether the user should consider it before the start. */
  readonly isWarning: boolean;
}

const fact = (what: string, words: string, isWarning = false): LookFact => ({ what, words, isWarning });

/** A sentence for each thing that was found, and for each thing whose absence matters. */
export function factsOf(look: SiteLook): readonly LookFact[] {
  const { robots, sitemaps, forms, account } = look;
  const login = forms.find(({ kind }) => kind === 'log-in');
  const search = forms.find(({ kind }) => kind === 'search');
  const listed = sitemaps.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
  return [
    fact(
      'Pages',
      `${counted(look.addresses, 'address', 'addresses')} found on ${counted(look.pagesSeen, 'page')}${listed > 0 ? ' and in the site map' : ''}`,
    ),
    fact('robots.txt', robotsWords(robots)),
    ...(sitemaps.length > 0 ? [fact('Site map', `${counted(listed, 'page')} listed`)] : []),
    ...(account !== null ? [fact('Log-in', 'The site asks for a name and a password (HTTP).', true)] : []),
    ...(login !== undefined ? [fact('Log-in', `A form with the fields ${login.fields.join(', ')}`)] : []),
    ...(look.isHidden && account === null
      ? [fact('Hidden', 'What you asked for is behind the log-in: add it to the project file.', true)]
      : []),
    ...(search !== undefined ? [fact('Search', `A form with the field ${search.fields.join(', ')}`)] : []),
    ...(look.isBuiltByScripts
      ? [fact('Scripts', 'Scripts build this page, so it will be opened in a browser.')]
      : []),
  ];
}

function robotsWords({ crawlDelay, disallowed, instead }: SiteLook['robots']): string {
  if (instead !== null) return sentence(instead);
  const delay = crawlDelay === null ? '' : `${number(crawlDelay)} s between two requests; `;
  return `${delay}${disallowed.length === 0 ? 'nothing is disallowed' : `${counted(disallowed.length, 'path')} disallowed`}`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
