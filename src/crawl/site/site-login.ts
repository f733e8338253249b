import type { VisitorAnswer } from '../../access/index.ts';
import { HttpSession, type PageFetcher } from '../../fetch/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { RunDependencies } from '../run/run-request.ts';
import { formToSend } from '../steps/form-to-send.ts';
import { type Applicant, type MemberAddresses, Membership, plainAddresses } from '../steps/membership.ts';
import { PageForms } from '../steps/page-forms.ts';
import { SecondMember } from '../steps/second-member.ts';
import type { StepVisitor } from '../steps/step-action.ts';
import { stepActions } from '../steps/step-actions.ts';
import { StepNavigator } from '../steps/step-navigator.ts';
import { ownOrigins } from './open-session.ts';

/** How a run logs in to its site: its log-in, steps and forms. */
export interface SiteLogin {
  readonly navigator: Pick<StepNavigator, 'logInFor' | 'enter' | 'logsOut' | 'logOut'>;
  /** Set by the part that knows the ids in the addresses of the site; null without a log-in. */
  readonly addresses: MemberAddresses | null;
  readonly forms: Pick<PageForms, 'sent' | 'linksOf'>;
  /** A second log-in to the same account; null when the project has nothing to log in with again. */
  readonly second: SecondLogin | null;
  /** Whether a page shows that the session had ended. If so, a new session has begun. */
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
  const addresses = plainAddresses();
  const applicant = (visitor: HttpSession, asVisitor: StepVisitor, own = plainAddresses()): Applicant => ({
    ask: asVisitor,
    asAnonymous,
    addresses: own,
    sendToken: (header, value) => {
      for (const origin of ownOrigins(definition)) visitor.sendToken(origin, { header, value });
    },
  });
  const membership = new Membership(definition, applicant(session, ask, addresses));
  const visit: StepVisitor = (request) =>
    membership.visit(request.url, () => ask({ ...request, url: addresses.renewed(request.url) }));
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
    addresses,
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
        const asFirst = () =>
          membership.visit(request.url, () =>
            fetcher.fetch({ ...request, url: addresses.renewed(request.url) }),
          );
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
