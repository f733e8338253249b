import { describe, expect, test } from 'vitest';
import { deriveKey, type PasswordCost, Passwords } from './password-hash.ts';

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
    const costs: PasswordCost[] = [];
    const passwords = new Passwords(cheap, (password, salt, cost) => {
      costs.push(cost);
      return deriveKey(password, salt, cost);
    });
    const hash = await passwords.hash('correct horse battery');
    for (const stored of [hash, null, 'no hash'])
      expect(await passwords.isRight('wrong', stored)).toBe(false);
    expect(costs).toEqual([cheap, cheap, cheap, cheap]);
  });
});
