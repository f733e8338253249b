import { AccessError, type AccessErrorCode } from '../errors.ts';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import { formsOf } from '../forms/find-forms.ts';
import type { Form } from '../forms/form.ts';
import { parsePage } from '../forms/page-tree.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { describeSeenPage, seenPage } from './page-check.ts';
import { addressCompanions, isPhraseWithCompanions, Phrases, partsOfUrl, wordsOf } from './phrases.ts';

/** A page that asks the visitor to log in instead of showing what was requested. */
interface LoginWall {
  readonly kind: 'address' | 'password field';
  /** For messages. */
  readonly reason: string;
}

const login = new Phrases([
  ...['log in', 'log on', 'sign in', 'login', 'signon', 'user login', 'authenticate', 'login required'],
  ...['anmelden', 'einloggen', 'anmeldung', 'inloggen', 'aanmelden', 'logga in', 'logg inn', 'log ind'],
  ...['connexion', 'se connecter', 'identification', 'iniciar sesion', 'acceder', 'entrar', 'iniciar sessao'],
  ...['accedi', 'autentificare', 'vhod', 'войти', 'вход', 'zaloguj', 'logowanie', 'prihlaseni', 'prihlasit'],
  ...['kirjaudu', 'bejelentkezes', 'giris', 'oturum ac', 'dang nhap', '登录', '登入', 'ログイン', '로그인'],
]);

/** Whether an address is that of a log-in page, judging by its path and its query. */
export function looksLikeLoginUrl(url: string): boolean {
  return partsOfUrl(url).some((part) => isPhraseWithCompanions(wordsOf(part), login, addressCompanions));
}

/** A cheap check, so that a crawl can make it for every page. */
const maybePassword = /type\s*=\s*["']?\s*password/i;

/**
 * Whether a page is a log-in wall, also when it answers 200. Not for a site's own log-in page, which looks exactly like a wall. `requested` is the
 * URL before redirects.
 */
export function looksLikeLoginWall(html: string, url: string, requested: string = url): LoginWall | null {
  if (requested !== url && looksLikeLoginUrl(url) && !looksLikeLoginUrl(requested)) {
    return {
      kind: 'address',
      reason: `${requested} redirects to ${url}, which looks like the address of a log-in page`,
    };
  }
  if (!maybePassword.test(html)) return null;
  const form = formsOf(parsePage(html, url)).find(asksToLogIn);
  if (form === undefined) return null;
  const name = form.id || form.name;
  const which = name === '' ? 'a form' : `the form "${name}"`;
  return { kind: 'password field', reason: `${which} of ${url} asks for a password` };
}

/** Exactly one password field. Forms with two are for choosing a new password, and members see them too. */
function asksToLogIn({ fields }: Form): boolean {
  const passwords = fields.filter(
    (field) => field.kind === 'text' && field.type === 'password' && !field.disabled,
  );
  return passwords.length === 1;
}

interface FailedLogin {
  /** What was being done: `opening the log-in page`. */
  readonly step: string;
  /** The page that came instead of the expected one. */
  readonly answer: VisitorAnswer;
  readonly reason?: string;
  readonly cause?: AccessError;
}

/** Says at which step a log-in failed and what was seen. A page may show what was typed, even a wrong password. */
export function loginFailure(
  code: AccessErrorCode,
  { step, answer, reason, cause }: FailedLogin,
  redactor: Redactor,
): AccessError {
  const page = seenPage(answer);
  const clean = (text: string) => redactor.text(text);
  const message = `log-in, ${step}: ${reason === undefined ? '' : `${reason}. `}Seen: ${describeSeenPage(page)}`;
  return new AccessError(code, clean(message), {
    cause: cause === undefined ? undefined : new AccessError(cause.code, clean(cause.message)),
    page: {
      ...page,
      url: clean(page.url),
      title: clean(page.title),
      excerpt: clean(page.excerpt),
      body: redactor.bytes(page.body),
    },
  });
}
