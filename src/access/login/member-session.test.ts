import { describe, expect, test } from 'vitest';
import type { VisitorAnswer } from '../forms/fill-form.ts';
import type { LoginState, SessionProof } from './login-flow.ts';
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
const loggedOut = page({ state: 'out', reason: 'it asks for a password' });
const refused = page({ state: 'doubtful', reason: 'it answered 403' });

/** A session over answers that say what they are; counts what it asks the site for. */
function members(proof: SessionProof = 'out') {
  const counts = { logIns: 0, checks: 0 };
  const lookedAt: (string | null)[] = [];
  const session = new MemberSession({
    logIn: async () => {
      counts.logIns++;
      return loggedIn;
    },
    proof: async (membersOnly = null) => {
      counts.checks++;
      lookedAt.push(membersOnly);
      return proof;
    },
    stateOf: (answer) => (answer as Page).state,
  });
  const codeOf = (visit: Promise<unknown>) =>
    visit.then(
      () => 'visited',
      (error: { code: string }) => error.code,
    );
  return { counts, lookedAt, session, codeOf };
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
    const { counts, session, codeOf } = members('in');
    await session.begin();
    expect(await codeOf(session.visit('https://a.test/', async () => loggedOut))).toBe('ACCESS_LOGIN_WALL');
    expect(counts).toEqual({ logIns: 1, checks: 1 });
  });
});

test('only ten refused pages in a row stop the crawl', async () => {
  const { session, codeOf } = members('in');
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

describe('a page that is refused, or has no sign of being logged in', () => {
  const visitAll = async (session: MemberSession, answers: readonly (readonly Page[])[]) => {
    const shown: Page[] = [];
    for (const [i, pages] of answers.entries()) {
      const left = [...pages];
      shown.push(await session.visit(`https://a.test/${i}`, async () => left.shift() ?? loggedIn));
    }
    return shown;
  };

  test('is an answer like any other while the session is known to last', async () => {
    const { counts, session } = members('in');
    await session.begin();
    const shown = await visitAll(session, Array(30).fill([refused]));
    expect(new Set(shown)).toEqual(new Set([refused]));
    expect(counts).toEqual({ logIns: 1, checks: 30 });
  });

  test('renews a session that has ended, and then shows best whether the next one lasts', async () => {
    const { counts, lookedAt, session } = members('out');
    await session.begin();
    expect(await visitAll(session, [[refused, loggedIn], [loggedIn], [refused, loggedIn]])).toEqual([
      loggedIn,
      loggedIn,
      loggedIn,
    ]);
    expect(counts.logIns).toBe(3);
    expect(lookedAt).toEqual([null, 'https://a.test/0']);
  });

  test('where nothing shows whether a session lasts, two log-ins in vain are enough', async () => {
    const { counts, session } = members('unclear');
    await session.begin();
    const forbidden = [[refused, refused], [loggedIn]];
    const shown = await visitAll(session, Array(20).fill(forbidden).flat());
    expect(shown.filter((one) => one === refused)).toHaveLength(20);
    expect(counts.logIns).toBe(3);
  });

  test('ten in a row, each right after a log-in that was needed: the session does not last', async () => {
    const { counts, session, codeOf } = members('out');
    await session.begin();
    const codes: string[] = [];
    for (let i = 0; i < 10; i++)
      codes.push(await codeOf(session.visit('https://a.test/', async () => refused)));
    expect(codes).toEqual([...Array<string>(9).fill('visited'), 'ACCESS_LOGIN_EXPIRED']);
    expect(counts.logIns).toBe(11);
  });
});
