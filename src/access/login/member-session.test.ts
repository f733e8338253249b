import { describe, expect, test } from 'vitest';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { LoginState } from './login-flow.ts';
import { MemberSession } from './member-session.ts';

type Page = VisitorAnswer & { readonly state: LoginState };

const page = (state: LoginState): Page => ({
  url: 'https://a.test/',
  status: 200,
  headers: { get: () => null } as unknown as VisitorAnswer['headers'],
  body: new Uint8Array(),
  state,
});
const loggedIn = page({ state: 'in' });
const loggedOut = page({ state: 'out', reason: 'it asks for a password', asksToLogIn: true });
const withoutSign = page({ state: 'out', reason: 'it lacks the text "Welcome"', asksToLogIn: false });

/** A session over answers that say what they are; counts what it asks the site for. */
function members(isStillLoggedIn = false) {
  const counts = { logIns: 0, checks: 0 };
  const session = new MemberSession({
    logIn: async () => {
      counts.logIns++;
      return loggedIn;
    },
    isStillLoggedIn: async () => {
      counts.checks++;
      return isStillLoggedIn;
    },
    stateOf: (answer) => (answer as Page).state,
  });
  const codeOf = (visit: Promise<unknown>) =>
    visit.then(
      () => 'visited',
      (error: { code: string }) => error.code,
    );
  return { counts, session, codeOf };
}

describe('a session that has ended', () => {
  test('is renewed once, also for an answer that comes after the new log-in', async () => {
    const { counts, session } = members();
    await session.begin();
    const late = Promise.withResolvers<Page>();
    const answers = [late.promise, Promise.resolve(loggedIn)];
    const second = session.visit('https://a.test/2', () => answers.shift() ?? late.promise);
    const firstAnswers = [loggedOut, loggedIn];
    await session.visit('https://a.test/1', async () => firstAnswers.shift() ?? loggedIn);
    expect(counts).toEqual({ logIns: 2, checks: 1 });
    late.resolve(loggedOut);
    expect(await second).toBe(loggedIn);
    expect(counts).toEqual({ logIns: 2, checks: 1 });
  });

  test('is not renewed when the page that proved the log-in still does', async () => {
    const { counts, session, codeOf } = members(true);
    await session.begin();
    expect(await codeOf(session.visit('https://a.test/', async () => loggedOut))).toBe('ACCESS_LOGIN_WALL');
    expect(counts).toEqual({ logIns: 1, checks: 1 });
  });
});

describe('a page without the sign of being logged in that does not ask to log in', () => {
  test('is what members see while the session is well, however many there are', async () => {
    const { counts, session } = members(true);
    await session.begin();
    for (let i = 0; i < 30; i++)
      expect(await session.visit('https://a.test/print', async () => withoutSign)).toBe(withoutSign);
    expect(counts).toEqual({ logIns: 1, checks: 30 });
  });

  test('is asked for again when the session has ended', async () => {
    const { counts, session } = members();
    await session.begin();
    const answers = [withoutSign, loggedIn];
    expect(await session.visit('https://a.test/', async () => answers.shift() ?? loggedIn)).toBe(loggedIn);
    expect(counts).toEqual({ logIns: 2, checks: 1 });
    expect(await session.visit('https://a.test/', async () => withoutSign)).toBe(withoutSign);
  });
});

test('only ten refused pages in a row stop the crawl', async () => {
  const { session, codeOf } = members(true);
  await session.begin();
  const visits = async (count: number, answer: Page) => {
    const codes = new Set<string>();
    for (let i = 0; i < count; i++)
      codes.add(await codeOf(session.visit('https://a.test/', async () => answer)));
    return [...codes];
  };
  expect(await visits(9, loggedOut)).toEqual(['ACCESS_LOGIN_WALL']);
  expect(await visits(1, loggedIn)).toEqual(['visited']);
  expect(await visits(9, loggedOut)).toEqual(['ACCESS_LOGIN_WALL']);
  expect(await visits(1, page({ state: 'unknown' }))).toEqual(['visited']);
  expect(await visits(1, loggedOut)).toEqual(['ACCESS_LOGIN_EXPIRED']);
});
