import {
  AccessError,
  FormLoginMethod,
  JsonLoginMethod,
  LoginFlow,
  type LoginMethod,
  MemberSession,
  noLoginMethod,
  type PageSign,
  type SessionLogin,
  type VisitorAnswer,
} from '../../access/index.ts';
import type { FormEntry, JsonLoginEntry } from '../../project/index.ts';
import { formToSend } from './form-to-send.ts';
import { logoutLinks } from './log-out.ts';
import { addressIn, type RunSteps } from './run-steps.ts';
import type { StepVisitor } from './step-action.ts';

/** Addresses with the session id of a member. */
export interface MemberAddresses {
  /** Called with the page after each log-in, and its log-out links. */
  onLogIn: (page: VisitorAnswer, logouts: ReadonlySet<string>) => void;
  /** The page that shows whether the session is still valid; `url` is the page after the log-in. */
  proofFor: (url: string) => string;
  /** An address with the ids of the newest log-in. */
  renewed: (url: string) => string;
}

export const plainAddresses = (): MemberAddresses => ({
  onLogIn: () => undefined,
  proofFor: (url) => url,
  renewed: (url) => url,
});

/** A visitor who can log in. */
export interface Applicant {
  /** Sends requests without waiting for the log-in: the log-in itself must not wait for the log-in. */
  readonly ask: StepVisitor;
  /** Sends requests as a visitor who never logs in. */
  readonly asAnonymous: StepVisitor;
  readonly addresses: MemberAddresses;
  /** From now on, sends this header with every request to the site. */
  readonly sendToken: (header: string, value: string) => void;
}

/** The data for a log-in: a form, with the way to its page, or an object to post. */
export type WayIn =
  | { readonly open: (ask: StepVisitor) => Promise<VisitorAnswer>; readonly form: FormEntry }
  | { readonly json: JsonLoginEntry };

const TOKEN_HEADER = 'Authorization: Bearer {token}';

/** Logs a project in, and logs it in again when a page shows that the session has ended. */
export class Membership {
  readonly #run: RunSteps;
  readonly #applicant: Applicant;
  readonly #hosts: Set<string>;
  #session: MemberSession | null = null;
  /** Called when the session had ended, and a new one has begun. */
  onLoggedInAgain: () => void = () => undefined;
  #flow: LoginFlow | null = null;
  #wayIn: WayIn | null = null;

  constructor(run: RunSteps, applicant: Applicant) {
    this.#run = run;
    this.#applicant = applicant;
    this.#hosts = new Set([new URL(run.source).host]);
  }

  /** Whether links that end the session have to be avoided. */
  get isMember(): boolean {
    return this.#run.session !== null || this.#run.hasAccount;
  }

  /** The index of the step that logs in; null when none does. */
  get loginStep(): number | null {
    const { session, steps } = this.#run;
    const login = session?.login;
    return login !== undefined && 'step' in login ? steps.findIndex(({ name }) => name === login.step) : null;
  }

  get isLoggedIn(): boolean {
    return this.#session !== null;
  }

  /** How it logged in; null when nothing was sent. */
  get wayIn(): WayIn | null {
    return this.#wayIn;
  }

  /** Whether an answer shows that the session has ended, or may have. Pages of other sites do not show it. */
  isOut(requested: string, answer: VisitorAnswer): boolean {
    if (this.#flow === null || !this.#hosts.has(new URL(requested).host)) return false;
    return 'reason' in this.#flow.stateOf(answer, requested);
  }

  /** Checks the page that proved the log-in: other pages may lack the signs of it. Null when it is unclear. */
  async isStillIn(): Promise<boolean | null> {
    const proof = (await this.#flow?.proof()) ?? 'out';
    return proof === 'unclear' ? null : proof === 'in';
  }

  /** Logs in again, when it is known that the session has ended. */
  async logInAgain(): Promise<void> {
    await this.#session?.renew();
  }

  /** Logs in; returns the page after the log-in. */
  async logIn(wayIn: WayIn): Promise<VisitorAnswer> {
    const { secrets, source } = this.#run;
    const { ask, asAnonymous } = this.#applicant;
    const method = this.#method(wayIn);
    const settings = {
      method,
      loggedInWhen: this.#signs,
      proofFor: (url: string) => this.#applicant.addresses.proofFor(url),
      ...('json' in wayIn && { checkAt: source }),
    };
    const flow = new LoginFlow(settings, ask, asAnonymous, secrets.redactor);
    this.#flow = flow;
    this.#wayIn = wayIn;
    let arrived: VisitorAnswer | null = null;
    const session = new MemberSession({
      logIn: async () => {
        arrived = await flow.logIn();
        this.#applicant.addresses.onLogIn(arrived, new Set(logoutLinks(arrived)));
        if (this.isLoggedIn) this.onLoggedInAgain();
        return arrived;
      },
      proof: (membersOnly) => flow.proof(membersOnly),
      stateOf: (answer, asked) => flow.stateOf(answer, asked),
    });
    await session.begin();
    if (flow.formAt !== null) this.#hosts.add(new URL(flow.formAt).host);
    this.#session = session;
    return arrived ?? ask({ url: source });
  }

  /** For cookies and HTTP passwords: there is nothing to send again, but pages show whether we are logged in. */
  async watch(): Promise<void> {
    if (this.#signs.length === 0) return;
    const session = new MemberSession(this.#watched());
    await session.begin();
    this.#session = session;
  }

  /** Fetches as a member. Pages of other sites do not show whether we are logged in. */
  visit<Answer extends VisitorAnswer>(url: string, fetch: () => Promise<Answer>): Promise<Answer> {
    const session = this.#hosts.has(new URL(url).host) ? this.#session : null;
    return session === null ? fetch() : session.visit(url, fetch);
  }

  /** Logs out with one more request. Nothing is requested after it. */
  async leave(logOut: (ask: StepVisitor) => Promise<unknown>): Promise<void> {
    this.#session = null;
    await logOut(this.#applicant.ask);
  }

  #method(wayIn: WayIn): LoginMethod {
    const { secrets } = this.#run;
    const { ask, sendToken } = this.#applicant;
    if ('form' in wayIn) {
      const { wish, submissions, fill } = formToSend(wayIn.form, secrets);
      const login = { open: () => wayIn.open(ask), form: wish, values: submissions[0] ?? {}, fill };
      return new FormLoginMethod(login, ask, secrets.redactor);
    }
    const { post, send, token = null, header = TOKEN_HEADER } = wayIn.json;
    const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(header) ?? [];
    const onToken = (found: string) => sendToken(name, value.replaceAll('{token}', found));
    const login = { url: addressIn(this.#run, post), send: secrets.revealIn(send), token, onToken };
    return new JsonLoginMethod(login, ask, secrets.redactor);
  }

  #watched(): SessionLogin {
    const { source: url, secrets } = this.#run;
    const { ask, asAnonymous } = this.#applicant;
    const look = () => ask({ url });
    const settings = { method: noLoginMethod(look), loggedInWhen: this.#signs, checkAt: url };
    const flow = new LoginFlow(settings, ask, asAnonymous, secrets.redactor);
    return {
      logIn: async () => {
        const page = await look();
        const seen = flow.stateOf(page);
        if (seen.state === 'in') return page;
        const reason = 'reason' in seen ? seen.reason : `${url} answered ${page.status}`;
        throw new AccessError(
          'ACCESS_LOGIN_FAILED',
          secrets.redactor.text(`the project's cookies or password do not log in: ${reason}`),
        );
      },
      proof: (membersOnly) => flow.proof(membersOnly),
      stateOf: (answer, asked) => flow.stateOf(answer, asked),
    };
  }

  get #signs(): readonly PageSign[] {
    const { text, selector, url } = this.#run.session?.loggedInWhen ?? {};
    const signs = { text, selector, url };
    return Object.entries(signs).flatMap(([kind, value]) =>
      value === undefined ? [] : [{ kind: kind as PageSign['kind'], value }],
    );
  }
}
