import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TidemarkError } from '../base/index.ts';
import { reportFailure } from './exit-codes.ts';

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

class Failure extends TidemarkError {
  constructor(code: string) {
    super(code, 'stop', 'something is wrong');
  }
}
const failure = (code: string) => new Failure(code);

test.each([
  'CLI_OPTION_INVALID',
  'CONFIG_INVALID',
  'URL_INVALID',
  'APP_RUN_UNKNOWN',
  'PROJECT_FILE_INVALID',
  'CRAWL_NO_START',
  'CALIBRATE_SET_UNKNOWN',
  'CALIBRATE_GRID_INVALID',
  'STORE_QUERY_INVALID',
  'STORE_FOLDER_INVALID',
  'STORE_NOT_EMPTY',
  'FETCH_SCHEME_UNKNOWN',
  'DETECT_DEFINITION_INVALID',
  'CLUSTER_NEEDS_POSTGRES',
  'CLUSTER_NODE_UNKNOWN',
])('%s is a mistake of the user', (code) => expect(reportFailure(failure(code), false)).toBe(2));

test.each([
  'STORE_LOCKED',
  'CALIBRATE_RECORDED_MEANWHILE',
  'APP_SITE_UNREADABLE',
  'FETCH_TIMEOUT',
  'CRAWL_STEP_FAILED',
  'ACCESS_LOGIN_FAILED',
])('%s is a failure', (code) => expect(reportFailure(failure(code), false)).toBe(1));

test('people read the message and the code, programs read JSON', () => {
  reportFailure(failure('STORE_LOCKED'), false);
  expect(printed).toBe('tidemark: something is wrong [STORE_LOCKED]\n');
  printed = '';
  reportFailure(failure('STORE_LOCKED'), true);
  expect(JSON.parse(printed)).toEqual({ error: { code: 'STORE_LOCKED', message: 'something is wrong' } });
});

test('an unexpected error is a bug, and is printed with its stack', () => {
  expect(reportFailure(new RangeError('oops'), true)).toBe(1);
  expect(printed).toMatch(
    /^tidemark: this is a bug in Tidemark; please report it\.\nRangeError: oops\n +at /,
  );
  printed = '';
  reportFailure('just text', false);
  expect(printed).toContain('just text');
});
