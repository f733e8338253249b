import { describe, expect, test } from 'vitest';
import { deriveKey, type PasswordCost, Passwords } from './password-hash.ts';

const stranger = { isStranger: true, from: '192.0.2.0/24' };
const cheap = { log2n: 4, r: 8, p: 1 };

describe('a password', () => {
  test('is right or wrong, and its hash does not repeat', async () => {
    const passwords = new Passwords(cheap);
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(hash).not.toBe(await passwords.hash('correct horse battery'));
    expect(await passwords.isRight('correct horse battery', hash, stranger)).toBe(true);
    expect(await passwords.isRight('correct horse', hash, stranger)).toBe(false);
    expect(await passwords.isRight('correct horse battery', null, stranger)).toBe(false);
    expect(await passwords.isRight('correct horse battery', 'no hash', stranger)).toBe(false);
  });

  test('is right with the parameters of its time, which are seen to be outdated', async () => {
    const old = await new Passwords(cheap).hash('correct horse battery');
    const passwords = new Passwords({ ...cheap, log2n: 5 });
    expect(await passwords.isRight('correct horse battery', old, stranger)).toBe(true);
    expect(passwords.isOutdated(old)).toBe(true);
    expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false);
  });

  test('of many at once a few of each caller are checked, up to a limit of all strangers', async () => {
    const passwords = new Passwords(cheap);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) =>
        passwords.isRight('x', null, { isStranger: true, from: `192.0.${n % 30}.0/24` }),
      ),
    );
    // Two are at work, and four of each neighbourhood wait, of 30 in all.
    const checked = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect([checked > 90, checked <= 102]).toEqual([true, true]);
    expect(await passwords.isRight('x', null, stranger)).toBe(false);
  });

  test('of a user who is known comes before those of strangers, and of one stranger soon after the others', async () => {
    const order: string[] = [];
    const turns: (() => void)[] = [];
    const passwords = new Passwords(cheap, async (password) => {
      order.push(password);
      await new Promise<void>((resolve) => turns.push(resolve));
      return Buffer.alloc(32);
    });
    const check = (who: string, isStranger: boolean, from: string) =>
      passwords.isRight(who, null, { isStranger, from }).catch(() => `${who} refused`);
    const flood = Array.from({ length: 60 }, (_, n) => check('guess', true, `198.51.${n % 3}.0/24`));
    const all = [...flood, check('new browser', true, '192.0.2.0/24'), check('known', false, 'user 1')];
    for (let done = 0; done < 20; done++) {
      await new Promise(setImmediate);
      turns.shift()?.();
    }
    expect(order.indexOf('known')).toBeLessThan(4);
    expect(order.indexOf('new browser')).toBeGreaterThan(0);
    expect(order.indexOf('new browser')).toBeLessThan(9);
    const refused = (await Promise.all(all)).filter((outcome) => typeof outcome === 'string');
    expect(new Set(refused)).toEqual(new Set(['guess refused']));
  });

  test('takes as much work to check for a user who does not exist', async () => {
    const costs: PasswordCost[] = [];
    const passwords = new Passwords(cheap, (password, salt, cost) => {
      costs.push(cost);
      return deriveKey(password, salt, cost);
    });
    const hash = await passwords.hash('correct horse battery');
    for (const stored of [hash, null, 'no hash'])
      expect(await passwords.isRight('wrong', stored, stranger)).toBe(false);
    expect(costs).toEqual([cheap, cheap, cheap, cheap]);
  });
});
