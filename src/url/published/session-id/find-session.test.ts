import { describe, expect, it } from 'vitest';
import { findSession } from './find-session.ts';

const pages = ['', 'about', 'news', 'shop', 'contact'];
const withId = (id: string) => pages.map((page) => `http://example.org/${page}?visit=${id}`);

describe('finding the session id', () => {
  it('needs no length when there are two lists', () => {
    const found = findSession(withId('Zq81mvX0pL'), withId('tB7Ue93kQa'));
    expect(found).toMatchObject({ length: 10, a: 'Zq81mvX0pL', b: 'tB7Ue93kQa' });
    expect(found.candidates).toContainEqual({ text: 'Zq81mvX0pL', count: 5 });
  });

  it('takes ids of different lengths', () => {
    expect(findSession(withId('Zq81mvX0pL'), withId('tB7Ue93kQaRR'))).toMatchObject({
      a: 'Zq81mvX0pL',
      b: 'tB7Ue93kQaRR',
    });
  });

  it('guesses from one list when the id is on nearly every link', () => {
    expect(findSession(withId('Zq81mvX0pL'))).toMatchObject({ a: 'Zq81mvX0pL', b: null });
  });

  it('finds a well-known session id even when the other visitor sent a cookie', () => {
    const plain = pages.map((page) => `http://example.org/${page}`);
    const rewritten = plain.map((link) => `${link};jsessionid=0A1B2C3D4E`);
    expect(findSession(rewritten, plain)).toMatchObject({ a: '0A1B2C3D4E', b: null });
  });

  it('unwraps what ASP.NET puts around the id', () => {
    const links = (id: string) => pages.map((page) => `http://example.org/(S(${id}))/${page}`);
    expect(findSession(links('lit3py55t21z5v55vlm25s55'), links('4hqa0555fwsecu455xqckv45'))).toMatchObject({
      a: 'lit3py55t21z5v55vlm25s55',
      b: '4hqa0555fwsecu455xqckv45',
    });
  });

  it('keeps digits that two ids share by chance', () => {
    const links = (id: string) => pages.map((page) => `http://example.org/${id}/${page}`);
    expect(findSession(links('102-3456789-1234567'), links('102-9876543-7654321'))).toMatchObject({
      a: '102-3456789-1234567',
      b: '102-9876543-7654321',
    });
  });

  it('does not guess from a value that only some links have', () => {
    const plain = Array.from({ length: 20 }, (_, n) => `http://example.org/page/${n}`);
    expect(findSession([...plain, ...withId('Zq81mvX0pL')])).toMatchObject({ a: null });
  });

  it('finds nothing on a site without ids', () => {
    const links = pages.map((page) => `http://example.org/${page}?id=42`);
    expect(findSession(links, links)).toMatchObject({ length: null, a: null, b: null, candidates: [] });
    expect(findSession(links)).toMatchObject({ length: null, a: null, b: null });
    expect(findSession([], [])).toMatchObject({ length: null, a: null, b: null });
  });
});
