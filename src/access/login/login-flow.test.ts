import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { loopbackFetcher } from '../../../test/fixtures/servers/loopback-fetcher.ts';
import { listenOnLoopback } from '../../../test/fixtures/servers/loopback-server.ts';
import {
  type MemberSite,
  type MemberSiteOptions,
  memberSite,
} from '../../../test/fixtures/servers/member-site.ts';
import { HttpSession } from '../../fetch/index.ts';
import { AccessError } from '../errors.ts';
import type { VisitorAnswer, VisitorFetch } from '../forms/fill-form.ts';
import { findSecret, Redactor } from '../secrets/redactor.ts';
import { Secret } from '../secrets/resolve-secret.ts';
import { LoginFlow, type LoginSettings } from './login-flow.ts';
import { FormLoginMethod, type LoginForm } from './login-method.ts';
import { MemberSession } from './member-session.ts';

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0)) await close();
});

/** What a test says about a log-in with a form; `page` is the address of the form. */
type Settings = Omit<LoginSettings, 'method'> & Omit<LoginForm, 'open'> & { readonly page: string };

function loginFlow(settings: Settings, fetch: VisitorFetch, stranger: VisitorFetch, redactor: Redactor) {
  const { page, form, values, fill = {}, ...checks } = settings;
  const login = { open: () => fetch({ url: page }), form, values, fill };
  return new LoginFlow(
    { method: new FormLoginMethod(login, fetch, redactor), ...checks },
    fetch,
    stranger,
    redactor,
  );
}

interface Visitor {
  readonly site: MemberSite;
  readonly fetch: VisitorFetch;
  readonly flow: LoginFlow;
}

async function visitor(
  options: MemberSiteOptions = {},
  changes: (origin: string) => Partial<Settings> = () => ({}),
  password = 'correct horse',
): Promise<Visitor> {
  const site = await memberSite(options);
  const fetcher = loopbackFetcher();
  cleanup.push(site.close, () => fetcher.destroy());
  const session = new HttpSession();
  const fetch: VisitorFetch = (request) => fetcher.fetch({ ...request, session });
  const asAnonymous: VisitorFetch = (request) => fetcher.fetch({ ...request, session: new HttpSession() });
  const secret = new Secret(password, 'the test');
  const flow = loginFlow(
    {
      page: `${site.origin}/login`,
      form: { fields: ['user', 'password'] },
      values: { user: 'maria', password: secret },
      loggedInWhen: [{ kind: 'text', value: 'Hello maria' }],
      ...changes(site.origin),
    },
    fetch,
    asAnonymous,
    new Redactor([secret]),
  );
  return { site, fetch, flow };
}

async function failureOf(work: Promise<unknown>): Promise<AccessError> {
  const outcome = await work.then(
    () => 'it worked',
    (error: unknown) => error,
  );
  if (outcome instanceof AccessError) return outcome;
  throw new Error('an AccessError was expected', { cause: outcome });
}

describe('a log-in by form', () => {
  test('sends the hidden token too, and arrives as a member', async () => {
    const { site, flow } = await visitor();
    const page = await flow.logIn();
    expect(page.url).toBe(`${site.origin}/home`);
    const sent = site.requests.find(({ method }) => method === 'POST');
    expect(sent?.body.toString()).toBe('csrf=token-1&user=maria&password=correct+horse&stay=1');
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      referer: `${site.origin}/login`,
      origin: site.origin,
    });
    expect(flow.stateOf(page)).toEqual({ state: 'in' });
  });

  test('follows a page that only redirects', async () => {
    const { site, flow } = await visitor({ entrance: 'refresh' });
    expect((await flow.logIn()).url).toBe(`${site.origin}/home`);
  });

  test('can be checked on another page', async () => {
    const { flow, site } = await visitor({}, (origin) => ({ checkAt: `${origin}/articles/1` }));
    expect((await flow.logIn()).url).toBe(`${site.origin}/articles/1`);
    expect(site.requests.map(({ target }) => target)).toContain('/home');
    const elsewhere = await visitor({}, (origin) => ({ checkAt: `${origin}/plain-print` }));
    expect(await failureOf(elsewhere.flow.logIn())).toMatchObject({ code: 'ACCESS_LOGIN_FAILED' });
  });

  test('needs no sign other than that the form is gone', async () => {
    const { flow } = await visitor({}, () => ({ loggedInWhen: [] }));
    await flow.logIn();
    const wrong = await visitor({}, () => ({ loggedInWhen: [] }), 'wrong');
    expect(await failureOf(wrong.flow.logIn())).toMatchObject({ code: 'ACCESS_LOGIN_FAILED' });
  });
});

describe('a log-in that fails says at which step, and which page came instead', () => {
  test('wrong password', async () => {
    const { flow, site } = await visitor({ echoes: true }, undefined, 'Tr0ub4dor&3');
    const error = await failureOf(flow.logIn());
    expect(error).toMatchObject({ code: 'ACCESS_LOGIN_FAILED', decision: 'stop' });
    expect(error.message).toBe(
      `log-in, checking that the log-in worked: the page lacks the text "Hello maria". Seen: ${site.origin}/session answered 200, titled "Members only": "Wrong password. You typed [secret] Log in"`,
    );
    const left = JSON.stringify(error) + error.stack + Buffer.from(error.page?.body ?? []).toString();
    expect(left).toContain('Wrong password');
    expect(findSecret(Buffer.from(left), ['Tr0ub4dor&3'])).toBeNull();
  });

  test('a form that has changed', async () => {
    const { flow, site } = await visitor({ passwordField: 'passwd' });
    const error = await failureOf(flow.logIn());
    expect(error).toMatchObject({ code: 'ACCESS_LOGIN_FORM_CHANGED' });
    expect(error.message).toContain('log-in, filling in the log-in form: no form of');
    expect(error.message).toContain('Form 1 lacks "password" (there is "passwd").');
    expect(error.page?.title).toBe('Members only');
    expect(site.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('two forms alike', async () => {
    const { flow } = await visitor({ twice: true });
    const error = await failureOf(flow.logIn());
    expect(error).toMatchObject({
      code: 'ACCESS_LOGIN_FORM_CHANGED',
      cause: { code: 'ACCESS_FORM_AMBIGUOUS' },
    });
    expect(error.message).toMatch(/2 forms of .* match the fields "user", "password": form 1 .*; form 2 /);
    const second = await visitor({ twice: true }, () => ({ form: { fields: ['user'], index: 1 } }));
    await second.flow.logIn();
    expect(second.site.logIns()).toBe(1);
  });

  test('a form without the token: the server refuses it, or the settings demand the token', async () => {
    const { flow } = await visitor({ showToken: false });
    const refused = await failureOf(flow.logIn());
    expect(refused).toMatchObject({ code: 'ACCESS_LOGIN_FAILED' });
    expect(refused.message).toContain('answered 403, titled "Forgery": "The token is wrong"');

    const strict = await visitor({ showToken: false }, () => ({
      form: { fields: ['user', 'password', 'csrf'] },
    }));
    const missing = await failureOf(strict.flow.logIn());
    expect(missing).toMatchObject({ code: 'ACCESS_LOGIN_FORM_CHANGED' });
    expect(missing.message).toContain('Form 1 lacks "csrf"');
  });

  test('a log-in page that is gone', async () => {
    const { flow } = await visitor({ wall: 'forbidden' }, (origin) => ({ page: `${origin}/nowhere` }));
    const error = await failureOf(flow.logIn());
    expect(error).toMatchObject({ code: 'ACCESS_LOGIN_UNAVAILABLE', decision: 'retry' });
    expect(error.message).toContain('log-in, opening the log-in page: Seen: ');
  });

  test('invalid signs are reported before anything is sent', async () => {
    await expect(
      visitor({}, () => ({ loggedInWhen: [{ kind: 'selector', value: 'a[' }] })),
    ).rejects.toMatchObject({
      code: 'ACCESS_SELECTOR_INVALID',
    });
    await expect(visitor({}, () => ({ loggedInWhen: [{ kind: 'url', value: '(' }] }))).rejects.toMatchObject({
      code: 'ACCESS_PATTERN_INVALID',
    });
  });
});

describe('a site of which each path has one page', () => {
  const form = '<form method=post action=/session><input name=user></form>';

  async function siteOf(
    pages: Readonly<Record<string, readonly [status: number, html: string]>>,
    settings: (origin: string) => Partial<Settings> = () => ({}),
  ) {
    const server = createServer((request, response) => {
      const [status, html] = pages[request.url ?? ''] ?? [404, ''];
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(html);
    });
    const { origin, close } = await listenOnLoopback(server);
    const fetcher = loopbackFetcher();
    cleanup.push(close, () => fetcher.destroy());
    const fetch: VisitorFetch = (request) => fetcher.fetch({ ...request, session: new HttpSession() });
    const flow = loginFlow(
      {
        page: `${origin}/enter`,
        form: {},
        values: { user: 'maria' },
        loggedInWhen: [{ kind: 'text', value: 'Hello' }],
        ...settings(origin),
      },
      fetch,
      fetch,
      new Redactor([]),
    );
    return { origin, flow };
  }

  test('a check page that fails is a failure of the server, to be tried again', async () => {
    const { flow, origin } = await siteOf(
      { '/enter': [200, form], '/session': [200, 'Hello'], '/home': [500, 'Sorry'] },
      (at) => ({ checkAt: `${at}/home` }),
    );
    const error = await failureOf(flow.logIn());
    expect(error).toMatchObject({ code: 'ACCESS_LOGIN_UNAVAILABLE', decision: 'retry' });
    expect(error.message).toContain(`Seen: ${origin}/home answered 500`);
  });

  test('three pages that only redirect are followed, a fourth is not', async () => {
    const refresh = (to: string) => [200, `<meta http-equiv=refresh content="0; url=${to}">Hello`] as const;
    const { flow, origin } = await siteOf({
      '/enter': [200, form],
      '/session': refresh('/1'),
      '/1': refresh('/2'),
      '/2': refresh('/3'),
      '/3': refresh('/4'),
    });
    expect((await flow.logIn()).url).toBe(`${origin}/3`);
  });

  test('a redirect to the page of the log-in form makes one doubt, not one to the same path of another site', async () => {
    const { flow, origin } = await siteOf({ '/enter': [200, form], '/session': [200, 'Hello'] });
    const redirect = (location: string): VisitorAnswer => ({
      url: `${origin}/articles/1`,
      status: 302,
      headers: { get: () => location } as unknown as VisitorAnswer['headers'],
      body: new Uint8Array(),
    });
    // Where the form is, is known once it was found.
    expect(flow.stateOf(redirect('/enter?next=1'))).toEqual({ state: 'unknown' });
    await flow.logIn();
    expect(flow.stateOf(redirect('/enter?next=1'))).toEqual({
      state: 'doubtful',
      reason: `${origin}/articles/1 redirects to the log-in page ${origin}/enter?next=1`,
    });
    expect(flow.stateOf(redirect('https://b.test/enter'))).toEqual({ state: 'unknown' });
    expect(flow.stateOf(redirect('https://b.test/login'))).toMatchObject({ state: 'out' });
  });
});

describe('a crawl as a member', () => {
  async function members(options: MemberSiteOptions = {}, settings: Partial<Settings> = {}) {
    const { site, fetch, flow } = await visitor(options, () => settings);
    const session = new MemberSession(flow);
    await session.begin();
    const visit = (path: string) =>
      session.visit(`${site.origin}${path}`, () => fetch({ url: `${site.origin}${path}` }));
    return { site, visit };
  }

  test.each(['in place', 'redirect', 'forbidden'] as const)(
    'a session that ends during the crawl is renewed once for all pages (wall %s)',
    async (wall) => {
      const { site, visit } = await members({ wall }, wall === 'forbidden' ? { loggedInWhen: [] } : {});
      await visit('/articles/1');
      site.expireSessions();
      const pages = await Promise.all(['/a', '/b', '/c', '/d', '/e'].map((path) => visit(path)));
      for (const page of pages) expect(Buffer.from(page.body).toString()).toContain('Hello maria');
      expect(site.logIns()).toBe(2);
    },
  );

  test('a page that never has the sign is what it is, and the session is not renewed for it', async () => {
    const { site, visit } = await members();
    for (let i = 0; i < 12; i++) expect((await visit('/plain-print')).status).toBe(200);
    await visit('/articles/1');
    expect(site.logIns()).toBe(1);
  });

  test('a page that is forbidden to this member is an answer like any other', async () => {
    const { site, visit } = await members();
    expect((await visit('/not-for-you')).status).toBe(403);
    expect(site.logIns()).toBe(1);
  });

  test('a session that does not last stops the crawl', async () => {
    const { site, visit } = await members();
    await visit('/articles/1');
    site.refuseSessions();
    const codes: string[] = [];
    for (let i = 1; i <= 10; i++) codes.push((await failureOf(visit(`/articles/${i}`))).code);
    expect(codes).toEqual([...Array<string>(9).fill('ACCESS_LOGIN_WALL'), 'ACCESS_LOGIN_EXPIRED']);
  });

  test('a password that is changed during the crawl stops it with the reason', async () => {
    const { site, visit } = await members();
    site.changePassword('another');
    site.expireSessions();
    const failures = await Promise.all(['/a', '/b', '/c'].map((path) => failureOf(visit(path))));
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: 'ACCESS_LOGIN_FAILED', decision: 'stop' });
      expect(failure.message).toContain('Wrong password.');
    }
    // No user is locked out because we keep trying.
    expect(await failureOf(visit('/d'))).toBe(failures[0]);
    expect(site.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});
