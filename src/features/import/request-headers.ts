import { percentDecoded } from '../../base/index.ts';
import { cameOver, type FileMap, type ImportedPart, joinImported, noEqual } from './imported-part.ts';
import type { SecretNames } from './imported-project.ts';

/** The headers that a watch sends with its requests, by purpose. */
export function headersFrom(
  headers: Readonly<Record<string, string>>,
  url: string,
  secrets: SecretNames,
): ImportedPart {
  return joinImported(
    Object.entries(headers).map(([name, value]) => {
      const what = `header ${name}`;
      switch (name.toLowerCase()) {
        case 'user-agent':
          return cameOver(what, 'crawl: userAgent', { crawl: { userAgent: value } });
        case 'authorization':
          return authorizationFrom(value, secrets);
        case 'cookie':
          return cookiesFrom(cookiesIn(value), url, secrets);
        default:
          return noEqual(what, 'of the headers only User-Agent, Authorization and Cookie can be chosen');
      }
    }),
  );
}

function authorizationFrom(value: string, secrets: SecretNames): ImportedPart {
  const what = 'header Authorization';
  const [, scheme = '', rest = ''] = /^(\w+)\s+(\S+)\s*$/.exec(value.trim()) ?? [];
  if (scheme.toLowerCase() === 'bearer') {
    const kept = secrets.keep('bearer', rest);
    const session = { login: { bearer: kept.reference } };
    return cameOver(what, 'session: login: bearer, with a stored secret', { session, secrets: kept.secrets });
  }
  const [, user, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(rest, 'base64').toString()) ?? [];
  if (scheme.toLowerCase() !== 'basic' || user === undefined || password === undefined || password === '')
    return noEqual(what, 'only Basic and Bearer are known');
  return accountFrom(what, user, password, secrets);
}

function accountFrom(what: string, user: string, password: string, secrets: SecretNames): ImportedPart {
  const kept = secrets.keep('password', password);
  return cameOver(what, 'preference: user and password, with a stored secret', {
    preference: { user, password: kept.reference },
    secrets: kept.secrets,
  });
}

/** Splits an address into the address without user and password, and the settings for these. */
export function addressFrom(
  given: string,
  secrets: SecretNames,
): { readonly url: string; readonly part: ImportedPart } {
  const url = URL.parse(given);
  if (url === null || (url.username === '' && url.password === '')) return { url: given, part: {} };
  const [user, password] = [percentDecoded(url.username), percentDecoded(url.password)];
  url.username = '';
  url.password = '';
  const what = 'user and password in the address';
  return {
    url: url.href,
    part:
      password === ''
        ? cameOver(what, 'preference: user', { preference: { user } })
        : accountFrom(what, user, password, secrets),
  };
}

const cookiesIn = (header: string): FileMap =>
  Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
    }),
  );

/** Cookies give access, so they are stored as a secret, in the format that a browser exports. */
export function cookiesFrom(cookies: FileMap, url: string, secrets: SecretNames): ImportedPart {
  const domain = URL.parse(url)?.hostname ?? '';
  const list = Object.entries(cookies).map(([name, value]) => ({
    name,
    value: String(value),
    domain,
    path: '/',
  }));
  if (list.length === 0) return {};
  const kept = secrets.keep('cookies', JSON.stringify(list));
  return cameOver('cookies', 'session: cookies, as a stored secret', {
    session: { cookies: kept.reference },
    secrets: kept.secrets,
  });
}

/** A request other than a plain GET. A plain GET would return a different page. */
export const notFetched = (what: string): ImportedPart => ({
  ...noEqual(what, 'pages are fetched with GET; a step of a project can send a form'),
  isWorthless: true,
});

/** A proxy; an address with a password is a secret as a whole. */
export function proxyFrom(what: string, address: string, secrets: SecretNames): ImportedPart {
  const url = URL.parse(address);
  if (url === null || !/^(?:http|socks5?):$/.test(url.protocol) || url.hostname === '')
    return noEqual(what, 'only http:// and socks5:// proxies can be used');
  if (url.password === '') return cameOver(what, 'crawl: proxy', { crawl: { proxy: address } });
  const { reference: proxy, secrets: kept } = secrets.keep('proxy', address);
  return cameOver(what, 'crawl: proxy, as a stored secret', { crawl: { proxy }, secrets: kept });
}
