import type { VisitorAnswer } from '../../access/index.ts';
import { HttpSession, type PageFetcher } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { formToSend } from '../steps/form-to-send.ts';
import { type Applicant, Membership } from '../steps/membership.ts';
import { PageForms } from '../steps/page-forms.ts';
import { SecondMember } from '../steps/second-member.ts';
import type { StepVisitor } from '../steps/step-action.ts';
import { stepActions } from '../steps/step-actions.ts';
import { StepNavigator } from '../steps/step-navigator.ts';
import { ownOrigins } from './open-session.ts';

/** How a run gets into its site: its log-in, steps and forms. */
export interface SiteLogin {
  readonly navigator: Pick<StepNavigator, 'logInFor' | 'enter' | 'logsOut' | 'logOut'>;
  readonly forms: Pick<PageForms, 'sent' | 'linksOf'>;
  /** The same account, logged in once more; null when the project has nothing to log in with again. */
  readonly second: SecondLogin | null;
  /** Whether a page shows that the session had ended. Then another one has begun. */
  hasLost(requested: string, answer: VisitorAnswer): Promise<boolean>;
  /** Fetches as a member, and logs in again when the session has ended. */
  asMember(fetcher: PageFetcher): PageFetcher;
}

/** A second log-in with a session of its own. */
interface SecondLogin {
  readonly session: HttpSession;
  readonly member: Pick<SecondMember, 'isIn' | 'onRefused' | 'leave'>;
}

/** `askAs` sends the requests of a session without a log-in; `formsSent` are the forms that an earlier part has sent. */
export function openSiteLogin(
  definition: RunDefinition,
  { stepActions: more = [] }: Pick<RunDependencies, 'stepActions'>,
  session: HttpSession,
  askAs: (session: HttpSession) => StepVisitor,
  formsSent: readonly number[],
): SiteLogin {
  const ask = askAs(session);
  const asAnonymous = askAs(new HttpSession());
  const applicant = (visitor: HttpSession, asVisitor: StepVisitor): Applicant => ({
    ask: asVisitor,
    asAnonymous,
    sendToken: (header, value) => {
      for (const origin of ownOrigins(definition)) visitor.sendToken(origin, { header, value });
    },
  });
  const membership = new Membership(definition, applicant(session, ask));
  const visit: StepVisitor = (request) => membership.visit(request.url, () => ask(request));
  const forms = definition.forms.map((form) => formToSend(form, definition.secrets));
  const secondSession = session.another();
  const second = canLogInTwice(definition)
    ? new SecondMember({
        run: definition,
        first: membership,
        second: applicant(secondSession, askAs(secondSession)),
        now: Date.now,
      })
    : null;
  return {
    navigator: new StepNavigator(definition, membership, visit, [...stepActions, ...more]),
    forms: new PageForms(forms, formsSent, visit),
    second: second === null ? null : { session: secondSession, member: second },
    hasLost: async (requested, answer) => {
      if (!membership.isLoggedIn || !membership.isOut(requested, answer)) return false;
      if ((await membership.isStillIn()) !== false) return false;
      await membership.logInAgain();
      return true;
    },
    asMember: (fetcher) => ({
      fetch: async (request) => {
        const asFirst = () => membership.visit(request.url, () => fetcher.fetch(request));
        if (second === null || request.session !== secondSession) return asFirst();
        const answer = await fetcher.fetch(request);
        if (!(await second.hasEnded(request.url, answer))) return answer;
        return membership.visit(request.url, () => fetcher.fetch({ ...request, session }));
      },
    }),
  };
}

function canLogInTwice({ session }: RunDefinition): boolean {
  const { login, cookies } = session ?? {};
  if (login === undefined || cookies !== undefined) return false;
  return 'open' in login || 'step' in login || 'json' in login;
}
