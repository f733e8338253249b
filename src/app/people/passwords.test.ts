import { describe, expect, test } from 'vitest';
import { Passwords, usualCost } from './passwords.ts';

const cheap = { log2n: 4, r: 8, p: 1 };

describe('a password', () => {
  test('is right or wrong, and its hash does not repeat', async () => {
    const passwords = new Passwords(cheap);
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(hash).not.toBe(await passwords.hash('correct horse battery'));
    expect(await passwords.isRight('correct horse battery', hash)).toBe(true);
    expect(await passwords.isRight('correct horse', hash)).toBe(false);
    expect(await passwords.isRight('correct horse battery', null)).toBe(false);
    expect(await passwords.isRight('correct horse battery', 'no hash')).toBe(false);
  });

  test('is right with the parameters of its time, which are seen to be outdated', async () => {
    const old = await new Passwords(cheap).hash('correct horse battery');
    const passwords = new Passwords({ ...cheap, log2n: 5 });
    expect(await passwords.isRight('correct horse battery', old)).toBe(true);
    expect(passwords.isOutdated(old)).toBe(true);
    expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false);
  });

  test('of many at once all are checked, up to a limit', async () => {
    const passwords = new Passwords(cheap);
    const checks = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.isRight('x', null)));
    expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(42);
    expect(await passwords.isRight('x', null)).toBe(false);
  });

  test('takes as much work to check for a user who does not exist', async () => {
    const passwords = new Passwords({ ...usualCost, log2n: 13 });
    const hash = await passwords.hash('correct horse battery');
    const least = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 5; round += 1)
      for (const [who, stored] of [['known', hash] as const, ['unknown', null] as const]) {
        const before = process.cpuUsage();
        await passwords.isRight('wrong', stored);
        least[who] = Math.min(least[who], process.cpuUsage(before).user);
      }
    expect(least.unknown / least.known).toBeGreaterThan(0.5);
    expect(least.unknown / least.known).toBeLessThan(2);
  });
});
