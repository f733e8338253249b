import {
  AccessError,
  LoginFlow,
  MemberSession,
  type PageSign,
  type VisitorAnswer,
  type VisitorFetch,
} from '../../access/index.ts';
import type { FormEntry } from '../../project/index.ts';
import { formToSend } from './form-to-send.ts';
import type { ProjectSecrets } from './project-secrets.ts';
import type { RunSteps } from './run-steps.ts';
import type { StepVisitor } from './step-action.ts';

/** Logs a project in, and logs it in again when a page shows that the session has ended. */
export class Membership {
  readonly #run: RunSteps;
  readonly #fetch: StepVisitor;
  readonly #hosts: Set<string>;
  #session: MemberSession | null = null;
  /** Called when the session had ended, and a new one has begun. */
  onLoggedInAgain: () => void = () => undefined;
  #flow: LoginFlow | null = null;
  #loginForm: { readonly page: string; readonly form: FormEntry } | null = null;

  /** `fetch` asks the site directly: the log-in itself must not wait for the log-in. */
  constructor(run: RunSteps, fetch: StepVisitor) {
    this.#run = run;
    this.#fetch = fetch;
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

  /** The form that logged in, and its page; null when there was none. */
  get loginForm(): { readonly page: string; readonly form: FormEntry } | null {
    return this.#loginForm;
  }

  /** The page on which it was seen that the log-in worked. */
  get provenAt(): string | null {
    return this.#flow?.provenAt ?? null;
  }

  /** Whether the project says how to see that it is logged in. */
  get hasSigns(): boolean {
    return this.#signs.length > 0;
  }

  /** Whether an answer shows that the session has ended. Pages of other sites do not show it. */
  isOut(requested: string, answer: VisitorAnswer): boolean {
    if (!this.#hosts.has(new URL(requested).host)) return false;
    return this.#flow?.stateOf(answer, requested).state === 'out';
  }

  /** Looks at the page that proved the log-in: other pages may lack the signs of it. */
  async isStillIn(): Promise<boolean> {
    return (await this.#flow?.isStillLoggedIn()) ?? false;
  }

  /** Logs in once more, when it is known that the session has ended. */
  async logInAgain(): Promise<void> {
    await this.#session?.renew();
  }

  /** Logs in with the form on a page; returns the page after the log-in. */
  async logIn(page: string, form: FormEntry): Promise<VisitorAnswer> {
    const { secrets } = this.#run;
    const { wish, submissions, fill } = formToSend(form, secrets);
    const login = { page, form: wish, values: submissions[0] ?? {}, fill, loggedInWhen: this.#signs };
    const flow = new LoginFlow(login, this.#fetch, secrets.redactor);
    this.#flow = flow;
    this.#loginForm = { page, form };
    this.#hosts.add(new URL(page).host);
    let arrived: VisitorAnswer | null = null;
    const session = new MemberSession({
      logIn: async () => {
        arrived = await flow.logIn();
        if (this.isLoggedIn) this.onLoggedInAgain();
        return arrived;
      },
      isStillLoggedIn: () => flow.isStillLoggedIn(),
      stateOf: (answer, asked) => flow.stateOf(answer, asked),
    });
    await session.begin();
    this.#session = session;
    return arrived ?? this.#fetch({ url: page });
  }

  /** For cookies and HTTP passwords: there is no form to log in again, but pages show whether we are logged in. */
  async watch(): Promise<void> {
    if (this.#signs.length === 0) return;
    const session = new MemberSession(
      watchedFlow(this.#run.source, this.#signs, this.#fetch, this.#run.secrets),
    );
    await session.begin();
    this.#session = session;
  }

  /** Asks as a member. Pages of other sites do not show whether we are logged in. */
  visit<Answer extends VisitorAnswer>(url: string, fetch: () => Promise<Answer>): Promise<Answer> {
    const session = this.#hosts.has(new URL(url).host) ? this.#session : null;
    return session === null ? fetch() : session.visit(url, fetch);
  }

  /** Opens the address that logs out. Nothing is requested after it. */
  async leave(url: string): Promise<void> {
    this.#session = null;
    await this.#fetch({ url });
  }

  get #signs(): readonly PageSign[] {
    const { text, selector, url } = this.#run.session?.loggedInWhen ?? {};
    const signs = { text, selector, url };
    return Object.entries(signs).flatMap(([kind, value]) =>
      value === undefined ? [] : [{ kind: kind as PageSign['kind'], value }],
    );
  }
}

function watchedFlow(
  url: string,
  loggedInWhen: readonly PageSign[],
  fetch: VisitorFetch,
  { redactor }: ProjectSecrets,
): Pick<LoginFlow, 'logIn' | 'isStillLoggedIn' | 'stateOf'> {
  const signs = new LoginFlow({ page: url, form: {}, values: {}, loggedInWhen }, fetch, redactor);
  const look = async () => {
    const page = await fetch({ url });
    return { page, seen: signs.stateOf(page) };
  };
  return {
    logIn: async () => {
      const { page, seen } = await look();
      if (seen.state === 'in') return page;
      const reason = seen.state === 'out' ? seen.reason : `${url} answered ${page.status}`;
      throw new AccessError(
        'ACCESS_LOGIN_FAILED',
        redactor.text(`the project's cookies or password do not log in: ${reason}`),
      );
    },
    isStillLoggedIn: async () => (await look()).seen.state === 'in',
    stateOf: (answer, asked) => signs.stateOf(answer, asked),
  };
}
