import { describe, expect, test } from 'vitest';
import { hiddenLine, withoutPasswords } from './hidden-secrets.ts';

const hidden = (text: string, number = 0): string => hiddenLine(text.split('\n'), number).line;

describe('a line of a project file', () => {
  test.each([
    ['password: hunter2', 'password: ***'],
    ['  password: hunter2 # mine', '  password: *** # mine'],
    ['{ user: kim, password: hunter2, depth: 3 }', '{ user: kim, password: ***, depth: 3 }'],
    ['{ "api-key": "a, b", depth: 3 }', '{ "api-key": ***, depth: 3 }'],
    ["token: 'it''s' # mine", 'token: *** # mine'],
    ['password: "not closed', 'password: ***'],
    ['password: [a, b]', 'password: ***'],
    ['password: { env: NEWS_PASSWORD }', 'password: { env: NEWS_PASSWORD }'],
    ['password: { secret: news }', 'password: { secret: news }'],
    ['password: { value: hunter2 }', 'password: ***'],
    ['proxy: http://kim:hunter2@proxy/', 'proxy: http://kim:***@proxy/'],
    ['depth: 3', 'depth: 3'],
    ['compass: north', 'compass: ***'],
  ])('%s is shown as %s', (line, shown) => {
    expect(hidden(line)).toBe(shown);
  });

  test.each([
    ['password:\n  hunter2', '  ***'],
    ['password: |\n  env: hunter2', '  ***'],
    ['password:\n- hunter2', '***'],
    ['password:\n  env: NEWS_PASSWORD', '  env: NEWS_PASSWORD'],
    ['password:\n\n    hunter2', '    ***', 2],
    ['user: kim\nhunter2', 'hunter2'],
  ])('%j: the line below its key', (text, shown, number = 1) => {
    expect(hidden(text, number)).toBe(shown);
  });

  test('columns after, inside and before what is hidden', () => {
    const { shift } = hiddenLine(['{ password: hunter2, depth: 3 }'], 0);
    expect([0, 2, 12].map(shift)).toEqual([0, 2, 12]);
    expect([13, 15, 16, 18].map(shift)).toEqual([13, 15, 15, 15]);
    expect([19, 21].map(shift)).toEqual([15, 17]);
  });
});

test('addresses in messages have no passwords', () => {
  expect(withoutPasswords('"https://kim:hunter2@a/ and ftp://x:y@b/" is not one')).toBe(
    '"https://kim:***@a/ and ftp://x:***@b/" is not one',
  );
});
