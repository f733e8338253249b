import { expect, it } from 'vitest';
import { encodeQuery } from './encode-text.ts';

it.each([
  ['windows-1252', '/größe?q=größe#größe', '/größe?q=gr%F6%DFe#größe'],
  ['windows-1251', '/?q=мир', '/?q=%EC%E8%F0'],
  ['shift_jis', '/?q=日本', '/?q=%93%FA%96{'],
  ['euc-jp', '/?q=日本', '/?q=%C6%FC%CB%DC'],
  // The character has a second code, 87 9A.
  ['shift_jis', '/?q=∵', '/?q=%81%E6'],
  ['windows-1252', '/?q=日', '/?q=%26%23%32%36%30%38%35%3B'],
  ['utf-8', '/?q=größe', '/?q=größe'],
  ['windows-1252', '/plain?q=1', '/plain?q=1'],
  ['windows-1252', '/#a?ö', '/#a?ö'],
])('on a %s page, %s is requested as %s', (charset, link, sent) => {
  // The second byte of a two-byte code may be ASCII; both spellings mean the same bytes.
  const asBytes = (text: string) => text.replace('%96{', '%96%7B');
  expect(asBytes(encodeQuery(link, charset))).toBe(asBytes(sent));
});
