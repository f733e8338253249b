import { describe, expect, test } from 'vitest';
import { candidateFor } from '../../project/index.ts';
import { endsTheSession, isLogoutLink } from './is-logout-link.ts';

const at = (path: string): string => `https://a.test${path}`;

describe('addresses that log out', () => {
  test.each([
    '/logout',
    '/logout/',
    '/Logout.aspx',
    '/users/sign_out',
    '/account/LogOff',
    '/doLogout.do',
    '/signOut?next=/home',
    '/wp-login.php?action=logout&_wpnonce=1f',
    '/ucp.php?mode=logout&sid=1',
    '/index.php?title=Special:UserLogout',
    '/j_spring_security_logout',
    '/abmelden',
    '/d%C3%A9connexion',
    '/deconnexion.php',
    '/es/cerrar-sesion',
    '/выйти',
    '/wyloguj.html',
    '/?logout',
    '/?logout=1',
    '/member;logout',
    '/#/logout',
    '/#!/logout',
  ])('%s', (path) => expect(isLogoutLink(at(path))).toBe(true));
});

describe('addresses that do not', () => {
  test.each([
    '/',
    '/login',
    '/blog/how-to-log-out-of-facebook',
    '/catalogoutlet',
    '/blogoutlook',
    '/signoutofline',
    '/login?next=/logout',
    '/redirect?to=https://b.test/logout',
    '/salir-de-casa',
    '/exit',
    '/exit?url=x',
    '/design/out',
    '/logo/output.png',
    '/wiki/Logout_(computing)',
  ])('%s', (path) => expect(isLogoutLink(at(path))).toBe(false));
  test('a text that is not a URL', () => expect(isLogoutLink('::')).toBe(false));
});

describe('labels', () => {
  test.each([
    'Log out',
    'LOGOUT',
    'Sign out (maria)',
    'maria: log out',
    '» Abmelden',
    'Ausloggen',
    'Déconnexion',
    'Se déconnecter',
    'Cerrar sesión',
    'Sair',
    'Esci',
    'Uitloggen',
    'Выйти',
    'Выход',
    'Wyloguj się',
    'Odhlásit se',
    'Kirjaudu ulos',
    'Çıkış yap',
    'Αποσύνδεση',
    'تسجيل الخروج',
    'התנתק',
    'ログアウト',
    '로그아웃',
    '退出登录',
    '登出',
    'Đăng xuất',
  ])('%s logs out', (text) => expect(isLogoutLink(at('/x?id=1'), text)).toBe(true));

  test.each([
    'Log in',
    'How to log out of your account safely',
    'Выход на пенсию',
    'Salir de fiesta en Madrid',
    'Exit interviews',
    'Catalog outlet',
    'Why I signed out',
    '',
  ])('%s does not', (text) => expect(isLogoutLink(at('/x?id=1'), text)).toBe(false));
});

test('as a scope rule it rejects them, with a reason', () => {
  const found = { depth: 1, kind: 'page', referrerHost: 'a.test', nofollow: false } as const;
  const candidate = candidateFor(at('/logout'), found);
  const other = candidateFor(at('/articles'), found);
  if (candidate === null || other === null) throw new Error('no candidate');
  expect(endsTheSession.decide(candidate)).toBe('reject');
  expect(endsTheSession.reason(candidate)).toBe('this would log out: its address contains "logout"');
  expect(endsTheSession.decide(other)).toBe('none');
  expect(endsTheSession.decide({ ...candidate, kind: 'seed' })).toBe('none');
});
