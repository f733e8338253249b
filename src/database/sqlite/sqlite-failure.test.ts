import { describe, expect, test } from 'vitest';
import { sqliteFailure } from './sqlite-failure.ts';

/** As `node:sqlite` throws it. */
const withCode = (errcode: number, message = 'no') => Object.assign(new Error(message), { errcode });

describe('failures of SQLite', () => {
  test.each([
    [13, 'STORE_FULL'],
    [778, 'STORE_FULL'],
    [1034, 'STORE_FULL'],
    [1546, 'STORE_FULL'],
    [4874, 'STORE_FULL'],
    [5, 'STORE_LOCKED'],
    [261, 'STORE_LOCKED'],
    [8, 'STORE_READ_ONLY'],
    [1032, 'STORE_READ_ONLY'],
    [11, 'STORE_DAMAGED'],
    [26, 'STORE_DAMAGED'],
    [14, 'STORE_UNREACHABLE'],
    [1, 'STORE_FAILED'],
    [266, 'STORE_FAILED'],
  ])('%d is %s', (errcode, code) => {
    expect(sqliteFailure(withCode(errcode), 'file')).toMatchObject({ code });
  });

  test('only a second visit of a page is fenced', () => {
    const failureOf = (table: string) =>
      sqliteFailure(withCode(1555, `UNIQUE constraint failed: ${table}.run_id, ${table}.page_id`), 'file');
    expect(failureOf('visit')).toMatchObject({ code: 'STORE_FENCED', decision: 'stop' });
    expect(failureOf('page')).toMatchObject({ code: 'STORE_FAILED' });
  });

  test('other failures are returned unchanged', () => {
    const bug = new TypeError('a bug');
    expect(sqliteFailure(bug, 'file')).toBe(bug);
  });
});
