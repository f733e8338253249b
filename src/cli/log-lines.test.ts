import { describe, expect, test } from 'vitest';
import { LogLines, ServiceLog } from './log-lines.ts';

const MINUTE = 60_000;

function lines() {
  const passed: string[] = [];
  let now = 0;
  const log = new LogLines({ write: (line) => passed.push(line) }, () => now);
  return {
    log,
    passed,
    at: (ms: number) => {
      now = ms;
    },
  };
}

const noDatabase = (more = '') =>
  `{"level":50,"time":1,"what":"looking for workers","err":{"message":"No answer","stack":"Error: No answer"}${more}}\n`;

describe('a problem that is met again and again', () => {
  test('is logged once with its stack, and then counted', () => {
    const { log, passed, at } = lines();
    for (let time = 0; time < 37; time++) {
      at(time * 2000);
      log.write(noDatabase());
      log.tellRepeated();
    }
    expect(passed).toEqual([noDatabase()]);
    at(5 * MINUTE);
    log.tellRepeated();
    expect(passed).toHaveLength(2);
    expect(JSON.parse(passed[1] ?? '')).toMatchObject({
      level: 50,
      repeated: 36,
      msg: 'repeated 36 times until 1970-01-01T00:01:12.000Z: looking for workers: No answer',
    });
    // It was over; when it comes back it is news.
    log.write(noDatabase());
    expect(passed).toHaveLength(3);
    log.close();
    expect(passed).toHaveLength(3);
  });

  test('is logged every ten minutes while it lasts, and at the end of the program', () => {
    const { log, passed, at } = lines();
    for (let second = 0; second <= 25 * 60; second += 10) {
      at(second * 1000);
      log.write(noDatabase());
      log.tellRepeated();
    }
    expect(passed).toHaveLength(3);
    log.close();
    expect(passed).toHaveLength(4);
    const reported = passed.slice(1).map((line) => (JSON.parse(line) as { repeated: number }).repeated);
    expect(reported.reduce((sum, times) => sum + times)).toBe(150);
  });

  test('is passed on for each request, and information always is', () => {
    const { log, passed } = lines();
    for (const id of [1, 2, 3]) log.write(noDatabase(`,"reqId":"${id}"`));
    for (let time = 0; time < 3; time++) log.write('{"level":30,"time":1,"msg":"a request"}\n');
    expect(passed).toHaveLength(6);
    log.close();
  });
});

test('the log of a service leaves out what is below its level', () => {
  const passed: string[] = [];
  const log = new ServiceLog({ write: (line) => passed.push(line) }, { logLevel: 'warn' });
  log.log('info', 'a run begins');
  log.log('error', 'no database', { code: 'STORE_UNREACHABLE' });
  expect(passed.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, msg: 'no database', code: 'STORE_UNREACHABLE', pid: process.pid },
  ]);
  log.close();
});

test('a line that a site has blown up is cut, and is still a line of JSON', () => {
  const written: string[] = [];
  const lines = new LogLines({ write: (line) => void written.push(line) });
  const long = 'form '.repeat(1_000_000);
  lines.write(
    `${JSON.stringify({ level: 50, time: 1, err: { message: long, stack: long, code: 'X' }, msg: long })}\n`,
  );
  const many = Array.from({ length: 5000 }, (_, n) => [`key${n}`, 'some text']);
  lines.write(`${JSON.stringify({ level: 30, time: 2, ...Object.fromEntries(many), list: many })}\n`);
  lines.close();
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: expect.stringContaining('(5000000 characters)'), code: 'X' } },
    { level: 30, time: 2 },
  ]);
  expect(Math.max(...written.map((line) => line.length))).toBeLessThan(17_000);
});
