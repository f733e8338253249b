import { expect, test } from 'vitest';
import { AgreeingFetches } from './run-evidence.ts';

const page = (path: string, host = 'a.org') => ({ url: `https://${host}${path}`, host });
function afterAgreeing(pages: number): AgreeingFetches {
  const fetches = new AgreeingFetches();
  for (let at = 0; at < pages; at++) fetches.note(page(`/p/${at}`), true);
  return fetches;
}

test('a site is believed after twelve pages whose fetches agreed', () => {
  expect([11, 12].map((pages) => afterAgreeing(pages).isBelieved(page('/p/x')))).toEqual([false, true]);
});

test('a page of another kind, or of another host, is not', () => {
  const fetches = afterAgreeing(12);
  expect(fetches.isBelieved(page('/list?page=2'))).toBe(false);
  expect(fetches.isBelieved(page('/p/x', 'b.org'))).toBe(false);
});

test('one page whose fetches differ ends it for the whole run', () => {
  const fetches = afterAgreeing(40);
  fetches.note(page('/p/40'), false);
  for (let at = 41; at < 80; at++) fetches.note(page(`/p/${at}`), true);
  expect(fetches.isBelieved(page('/p/x'))).toBe(false);
});

test('every eighth page is looked at all the same', () => {
  const fetches = afterAgreeing(12);
  const looked = Array.from({ length: 20 }, (_, at) => (fetches.isBelieved(page('/p/x')) ? [] : at + 1));
  expect(looked.flat()).toEqual([8, 16]);
});
