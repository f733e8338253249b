import type { ScopeRule } from '../../project/index.ts';
import { addressCompanions, isPhraseWithCompanions, Phrases, partsOfUrl, wordsOf } from './phrases.ts';

/** Rejects links that would end the session. Only a link's address is known here, not its text. */
export const endsTheSession: ScopeRule = {
  name: 'log-out',
  decide: ({ url, kind }) => (kind !== 'seed' && logoutReason(url) !== null ? 'reject' : 'none'),
  reason: ({ url }) => `this would log out: ${logoutReason(url) ?? 'by its address'}`,
};

/** Whether following the link would end the session, judging by its address and its text. */
export function isLogoutLink(url: string, text?: string): boolean {
  return logoutReason(url, text) !== null;
}

/** Why a link is taken for a log-out link, for reports; null when it is not. */
function logoutReason(url: string, text?: string): string | null {
  const part = partsOfUrl(url).find((each) =>
    isPhraseWithCompanions(wordsOf(each), logout, addressCompanions),
  );
  if (part !== undefined) return `its address contains "${part}"`;
  return text !== undefined && saysLogout(text) ? `it is called "${text.trim().slice(0, 60)}"` : null;
}

function saysLogout(text: string): boolean {
  const words = wordsOf(text);
  if (exit.isWhole(words)) return true;
  const length = logout.lengthAt(words, 0);
  if (length > 0 && words.length - length <= mostWordsAfter) return true;
  // `maria: log out`
  const rest = logout.lengthAt(words, 1);
  return rest > 0 && rest === words.length - 1;
}

/** Words after the phrase, as in `Log out (maria)`; the second is for a last name. */
const mostWordsAfter = 2;

/** These mean "log out" and nothing else, so they count in addresses and at the start or end of a label. */
const logout = new Phrases([
  // English
  ...['log out', 'log off', 'sign out', 'sign off', 'logout', 'end session', 'kill session', 'log me out'],
  // German, Dutch, Scandinavian
  ...[
    'abmelden',
    'ausloggen',
    'logga ut',
    'logg ut',
    'logg av',
    'log ud',
    'afmelden',
    'uitloggen',
    'útskráning',
  ],
  // French, Spanish, Portuguese, Italian, Catalan, Romanian
  ...['déconnexion', 'se déconnecter', 'déconnecter', 'me déconnecter'],
  ...['cerrar sesión', 'desconectarse', 'desconectar', 'finalizar sesión', 'terminar sesión'],
  ...['encerrar sessão', 'terminar sessão', 'finalizar sessão', 'fazer logout', 'sair da conta'],
  ...['disconnetti', 'disconnettiti', 'esci dal sito', 'tanca la sessió', 'tancar sessió'],
  ...['deconectare', 'deconectați-vă', 'ieșire din cont'],
  // Slavic
  ...['выйти из системы', 'выйти', 'разлогиниться', 'завершить сеанс', 'vyjti', 'вийти', 'вийти з системи'],
  ...[
    'wyloguj',
    'wyloguj się',
    'wylogowanie',
    'odhlásit',
    'odhlásit se',
    'odhlásiť',
    'odhlásiť sa',
    'odhlášení',
  ],
  ...['odjava', 'odjavi se', 'одјава', 'одјави се', 'изход от системата', 'отписване'],
  // Finnish, Estonian, Latvian, Lithuanian, Hungarian, Turkish, Greek
  ...['kirjaudu ulos', 'logi välja', 'iziet no sistēmas', 'atsijungti', 'kijelentkezés', 'kilépés'],
  ...['oturumu kapat', 'çıkış yap', 'αποσύνδεση', 'έξοδος από τον λογαριασμό'],
  // Arabic, Hebrew, Persian, Hindi, Indonesian, Vietnamese, Thai
  ...['تسجيل الخروج', 'تسجيل خروج', 'התנתק', 'התנתקות', 'יציאה מהמערכת', 'خروج از سیستم', 'خروج از حساب'],
  ...['लॉग आउट', 'लॉगआउट', 'साइन आउट', 'keluar akun', 'log keluar', 'đăng xuất', 'ออกจากระบบ'],
  // Chinese, Japanese, Korean
  ...['登出', '退出登录', '退出登錄', '注销登录', '安全退出', '退出账号', '退出帐号'],
  ...['ログアウト', 'ログアウトする', 'ログオフ', 'サインアウト', '로그아웃', '로그 아웃', '로그오프'],
]);

/** These may also mean "exit" or "cancel", so they count only when they are the whole label. */
const exit = new Phrases([
  ...[
    'exit',
    'leave',
    'abmeldung',
    'beenden',
    'quitter',
    'salir',
    'sair',
    'esci',
    'uscita',
    'surt',
    'ieșire',
  ],
  ...['выход', 'вихід', 'wyjście', 'изход', 'odhlásenie', 'iziet', 'välju', 'çıkış', 'έξοδος'],
  ...['خروج', 'יציאה', 'keluar', 'thoát', '退出', '注销', '註銷', '離開'],
]);
