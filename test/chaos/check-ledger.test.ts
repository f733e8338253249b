import { expect, test } from 'vitest';
import { checkLedger } from './check-ledger.ts';

const stored = (...paths: readonly string[]) => new Map(paths.map((path) => [path, 'ok 00']));
const asked = (...lives: readonly (readonly string[])[]) =>
  lives.flatMap((paths, life) => paths.map((path) => ({ life, path })));
const kindsOf = (...given: Parameters<typeof checkLedger>) => checkLedger(...given).map(({ kind }) => kind);

test('a page that was asked for and not stored before the kill may be asked for again', () => {
  expect(kindsOf(asked(['/a', '/b'], ['/b', '/c']), [stored('/a'), stored('/a', '/b', '/c')])).toEqual([]);
});

test('a page that was stored before the kill may not', () => {
  expect(kindsOf(asked(['/a'], ['/a']), [stored('/a'), stored('/a')])).toEqual([
    'asked again after it was stored',
  ]);
});

test('no page is asked for twice between two kills', () => {
  expect(kindsOf(asked(['/a', '/a']), [stored('/a')])).toEqual(['asked twice in one life']);
});

test('what was stored stays unchanged', () => {
  expect(kindsOf(asked(['/a', '/b'], []), [stored('/a', '/b'), new Map([['/b', 'ok 11']])])).toEqual([
    'visit lost',
    'visit lost',
  ]);
});

test('nothing is stored that nobody asked for', () => {
  expect(kindsOf(asked(['/a']), [stored('/a', '/b')])).toEqual(['stored without being asked for']);
});
