import fc from 'fast-check';
import { Client } from 'undici';
import { describe, expect, test } from 'vitest';
import { AnswerParser } from '../../../../src/fetch/http/answer-parser.ts';
import { FetchError, HttpSession } from '../../../../src/fetch/index.ts';
import { fetcherOfThisTest, serveThisTest } from '../../../fixtures/servers/for-this-test.ts';
import { answer } from '../../../fixtures/servers/scripted-server.ts';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { type RawAnswer, rawAnswers } from './raw-answers.ts';

const limit = 64 * 1024;
const all = rawAnswers.flatMap(([, answers]) => answers);

const ignored = { onAnswer: () => undefined, onHeaders: () => undefined, onBody: () => undefined };

/** Reads pieces as a connection does, until the server closes it. */
function outcomeOf(pieces: readonly Buffer[], method: string): string {
  const parser = new AnswerParser(limit);
  let status = 0;
  let body = '';
  let rest = '';
  parser.begin(
    {
      ...ignored,
      onHeaders: (received) => {
        status = received;
      },
      onBody: (bytes) => {
        body += bytes.toString('latin1');
      },
    },
    method,
  );
  try {
    for (const piece of pieces) rest += piece.toString('latin1', parser.read(piece));
    const isKept = parser.isComplete && parser.allowsReuse && rest === '';
    if (!parser.isComplete) parser.end();
    if (/[^\r\n]/.test(rest) && !parser.ignoresRest) return 'FETCH_INCOMPLETE';
    return `${status} ${body}, ${isKept ? 'kept' : 'closed'}`;
  } catch (error) {
    if (error instanceof FetchError) return error.code;
    throw error;
  }
}

/** In two pieces at every place, and byte by byte. Long answers are cut at every hundredth place. */
function* waysToCut(bytes: Buffer): Generator<readonly Buffer[]> {
  yield [bytes];
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  for (let at = 1; at < bytes.length; at += bytes.length > 5000 ? 997 : 1)
    yield [bytes.subarray(0, at), bytes.subarray(at)];
}

describe.each(rawAnswers)('%s', (_, answers) => {
  test.each(answers)('$name, wherever the pieces end', ({ bytes, method = 'GET', outcome }) => {
    for (const pieces of waysToCut(Buffer.from(bytes, 'latin1')))
      expect(outcomeOf(pieces, method), pieces.map(({ length }) => length).join()).toBe(outcome);
  });
});

test('answers that are made of pieces of others are the same, wherever they are cut', () => {
  const pieces = all.flatMap(({ bytes }) => (bytes.length > 5000 ? [] : bytes.split(/(?<=\n)|(?=[:;,])/)));
  const made = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(made, fc.boolean(), fc.array(fc.nat(60), { maxLength: 20 }), (parts, isFine, cuts) => {
      const head = isFine ? 'HTTP/1.1 200 OK\r\n' : '';
      const bytes = Buffer.from(head + parts.join(''), 'latin1');
      const cut: Buffer[] = [];
      let rest = bytes;
      for (const length of cuts) {
        cut.push(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
      expect(outcomeOf([...cut, rest], 'GET')).toBe(outcomeOf([bytes], 'GET'));
    }),
    { seed: 20261119, numRuns: shortOrLong(5_000, 200_000) },
  );
});

/** Servers that close after their bytes, one for all answers. */
const serveAll = () =>
  serveThisTest(({ socket, target }) =>
    socket.end(Buffer.from(all[Number(target.slice(1))]?.bytes ?? '', 'latin1')),
  );

test('over a socket each is the same', async () => {
  const server = await serveAll();
  const fetcher = fetcherOfThisTest({ limits: { maxHeaderBytes: limit } });
  for (const [i, { name, method = 'GET', outcome }] of all.entries()) {
    const work = fetcher.fetch({ url: `${server.origin}/${i}`, method, session: new HttpSession() });
    const seen = await work.then(
      ({ status, body }) => `${status} ${Buffer.from(body).toString('latin1')}`,
      (error: FetchError) => error.code,
    );
    expect.soft(seen, name).toBe(outcome.replace(/, (?:kept|closed)$/, ''));
  }
});

/** Whether it is clear without the end of the connection what the answer is. */
function endsByItself({ bytes, method = 'GET' }: RawAnswer): boolean {
  const parser = new AnswerParser(limit);
  parser.begin(ignored, method);
  try {
    parser.read(Buffer.from(bytes, 'latin1'));
    return parser.isComplete;
  } catch {
    return true;
  }
}

test('no byte of an answer reaches the next request', async () => {
  const server = await serveThisTest(({ socket, target }) => {
    const asked = all[Number(target.slice(1))];
    if (asked === undefined) return void socket.write(answer(200, {}, target));
    socket.write(Buffer.from(asked.bytes, 'latin1'));
    if (!endsByItself(asked)) socket.end();
  });
  const fetcher = fetcherOfThisTest({ connectionsPerOrigin: 1 });
  const session = new HttpSession();
  for (const [i, { name, method = 'GET' }] of all.entries()) {
    const first = fetcher.fetch({ url: `${server.origin}/${i}`, method, session });
    const next = fetcher.fetch({ url: `${server.origin}/next`, session });
    await Promise.allSettled([first]);
    expect(Buffer.from((await next).body).toString(), name).toBe('/next');
  }
});

/** What undici makes of it, with the parser of Node's own `http`. */
async function undiciOutcome(origin: string, { method = 'GET' }: RawAnswer, i: number): Promise<string> {
  const client = new Client(origin, { maxHeaderSize: limit, headersTimeout: 5000 });
  try {
    const { statusCode, body } = await client.request({ path: `/${i}`, method: method as 'GET' });
    return `${statusCode} ${Buffer.from(await body.arrayBuffer()).toString('latin1')}`;
  } catch {
    return 'refused';
  } finally {
    await client.destroy();
  }
}

test('undici reads each in the same way, but for those where it is more or less strict', async () => {
  const server = await serveAll();
  for (const [i, asked] of all.entries()) {
    const seen = await undiciOutcome(server.origin, asked, i);
    const ours = asked.outcome.startsWith('FETCH_')
      ? 'refused'
      : asked.outcome.replace(/, (?:kept|closed)$/, '');
    if (asked.undici === undefined) expect.soft(seen, asked.name).toBe(ours);
    else expect.soft(seen === 'refused' ? 'refuses' : 'accepts', asked.name).toBe(asked.undici);
  }
});
