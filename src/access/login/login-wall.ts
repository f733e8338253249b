import { formsOf } from '../forms/find-forms.ts';
import type { Form } from '../forms/form.ts';
import { parsePage } from '../forms/page-tree.ts';
import { addressCompanions, isPhraseWithCompanions, Phrases, partsOfUrl, wordsOf } from './phrases.ts';

/** A page that asks to log in instead of showing what was asked for. */
export interface LoginWall {
  readonly kind: 'address' | 'password field';
  /** In words, for messages. */
  readonly reason: string;
}

const login = new Phrases([
  ...['log in', 'log on', 'sign in', 'login', 'signon', 'user login', 'authenticate', 'login required'],
  ...['anmelden', 'einloggen', 'anmeldung', 'inloggen', 'aanmelden', 'logga in', 'logg inn', 'log ind'],
  ...['connexion', 'se connecter', 'identification', 'iniciar sesion', 'acceder', 'entrar', 'iniciar sessao'],
  ...['accedi', 'autentificare', 'vhod', 'войти', 'вход', 'zaloguj', 'logowanie', 'prihlaseni', 'prihlasit'],
  ...['kirjaudu', 'bejelentkezes', 'giris', 'oturum ac', 'dang nhap', '登录', '登入', 'ログイン', '로그인'],
]);

/** Whether an address is that of a log-in page: by a part of its path, or by what its query says it does. */
export function looksLikeLoginUrl(url: string): boolean {
  return partsOfUrl(url).some((part) => isPhraseWithCompanions(wordsOf(part), login, addressCompanions));
}

/** Quick to see, so that a crawl may ask it of every page. */
const maybePassword = /type\s*=\s*["']?\s*password/i;

/**
 * Whether a page is a log-in wall, also one that answers 200. Ask this only of pages that should show something else:
 * a site's own log-in page is one by all its marks. `asked` is the URL that was asked for, when redirects led here.
 */
export function looksLikeLoginWall(html: string, url: string, asked: string = url): LoginWall | null {
  if (asked !== url && looksLikeLoginUrl(url) && !looksLikeLoginUrl(asked)) {
    return { kind: 'address', reason: `${asked} leads to ${url}, which is a log-in page by its address` };
  }
  if (!maybePassword.test(html)) return null;
  const form = formsOf(parsePage(html, url)).find(asksToLogIn);
  if (form === undefined) return null;
  const name = form.id || form.name;
  const which = name === '' ? 'a form' : `the form "${name}"`;
  return { kind: 'password field', reason: `${which} of ${url} asks for a password` };
}

/** One password, to be typed. Two are for choosing a new one, and members see those too. */
function asksToLogIn({ fields }: Form): boolean {
  const passwords = fields.filter(
    (field) => field.kind === 'text' && field.type === 'password' && !field.disabled,
  );
  return passwords.length === 1;
}
