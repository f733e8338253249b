import { expect, test } from 'vitest';
import { KeptLog } from './system-services.ts';

test('the last problems are remembered, the newest first, and equal ones once with how often they were met', () => {
  const log = new KeptLog({ write: () => undefined });
  log.write('{"level":30,"time":1,"msg":"a request"}\n');
  log.write('{"level":50,"time":2,"what":"schedules","err":{"message":"no database"}}\n');
  for (let time = 3; time < 40; time++)
    log.write(`{"level":50,"time":${time},"what":"looking for workers","err":{"message":"no database"}}\n`);
  log.write('{"level":50,"time":50,"what":"schedules","err":{"message":"no database"}}\n');
  expect(log.lines()).toEqual([
    { at: 50, level: 'error', says: 'schedules: no database', times: 2 },
    { at: 39, level: 'error', says: 'looking for workers: no database', times: 37 },
  ]);
  for (let time = 100; time < 250; time++) log.write(`{"level":40,"time":${time},"msg":"slow ${time}"}\n`);
  expect(log.lines()).toHaveLength(100);
  expect(log.lines()[0]).toEqual({ at: 249, level: 'warning', says: 'slow 249', times: 1 });
  log.close();
});
