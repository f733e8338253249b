import { expect, test } from 'vitest';
import { KeptLog } from './kept-log.ts';

test('everything is passed on, and the last problems are remembered, the newest first', () => {
  const passed: string[] = [];
  const log = new KeptLog({ write: (line) => passed.push(line) });
  log.write('{"level":30,"time":1,"msg":"a request"}\n');
  log.write('{"level":50,"time":2,"what":"schedules","err":{"message":"no database"}}\n');
  for (let time = 3; time < 110; time++) log.write(`{"level":40,"time":${time},"msg":"slow"}\n`);
  expect(passed).toHaveLength(109);
  expect(log.lines()).toHaveLength(100);
  expect(log.lines()[0]).toEqual({ at: 109, level: 'warning', says: 'slow' });
});
