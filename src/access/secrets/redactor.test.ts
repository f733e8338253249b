import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecret, Redactor } from './redactor.ts';
import { Secret } from './resolve-secret.ts';

const secret = 'p&ss "wörd"/+<1>\\';
const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase());
const html = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const form = (text: string) => new URLSearchParams({ p: text }).toString().slice(2);
const ascii = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Every way in which a secret may be written. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => lower(encodeURIComponent(text)),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form': form,
  'as a form in lower case': (text) => lower(form(text)),
  'every byte percent-encoded': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'in a URL': (text) => new URL(`http://a.test/?${text}`).search.slice(1),
  base64,
  'base64 behind one byte': (text) => base64(`x${text}`),
  'base64 behind two bytes': (text) => base64(`u:${text}`),
  'base64 with something after it': (text) => base64(`user:${text}@host`),
  'base64 for URLs': (text) => Buffer.from(`ab${text}?`).toString('base64url'),
  'base64 in a query': (text) => encodeURIComponent(base64(text)),
  HTML: html,
  'HTML twice': (text) => html(html(text)),
  'HTML in decimal': (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  'HTML in hex': (text) =>
    [...text].map((sign) => `&#x${sign.codePointAt(0)?.toString(16).toUpperCase()};`).join(''),
  JSON: inJson,
  'JSON in ASCII': (text) => ascii(inJson(text)),
  'JSON in JSON': (text) => inJson(inJson(text)),
  'JSON with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
  'JSON in HTML': (text) => html(inJson(text)),
  'JSON in a URL': (text) => encodeURIComponent(inJson(text)),
  'with mark-up in it': (text) => [...text].map((sign) => html(sign)).join('<b></b>'),
};

describe('a secret is found and replaced', () => {
  test.each(Object.keys(ways))('%s', (way) => {
    const written = ways[way]?.(secret) ?? '';
    const text = `before=${written}&after`;
    expect(findSecret(Buffer.from(text), ['nothing here', secret])).toMatchObject({ index: 1 });
    const redacted = new Redactor([new Secret(secret, 'test')]).text(text);
    expect(redacted).toContain('[secret]');
    expect(findSecret(Buffer.from(redacted), [secret])).toBeNull();
    expect(redacted.startsWith('before=')).toBe(true);
    expect(redacted.endsWith('after')).toBe(true);
  });

  test('whatever it is, whatever is around it', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(
        words,
        fc.string(),
        fc.string(),
        fc.constantFrom(...Object.values(ways)),
        (word, before, after, write) => {
          // In a URL, a fragment and white space would be dropped.
          fc.pre(!/[#\s]/.test(word));
          const text = before + write(word) + after;
          expect(findSecret(Buffer.from(text), [word])).not.toBeNull();
          const redactor = new Redactor([word]);
          expect(findSecret(Buffer.from(redactor.text(text)), [word])).toBeNull();
          expect(findSecret(redactor.bytes(Buffer.from(text)), [word])).toBeNull();
        },
      ),
      { seed: 4, numRuns: 150 },
    );
  });

  test('in bytes, at its place', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from('hunter2'), Buffer.from([0xfe])]);
    expect(findSecret(bytes, ['hunter2'])).toEqual({ index: 0, offset: 2, written: 'hunter2' });
    expect(Buffer.from(new Redactor(['hunter2']).bytes(bytes))).toEqual(
      Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from('[secret]'), Buffer.from([0xfe])]),
    );
    expect(findSecret(Buffer.from('caf\xe9 noir', 'latin1'), ['café noir'])).toMatchObject({ offset: 0 });
  });

  test.each([
    ['pa\'s"s/1', 'pa\\\'s\\"s/1'],
    ['grün und rot', 'gr&uuml;n&nbsp;und rot'],
    ['correct horse battery nine', 'correct horse\n    battery nine'],
    ['abc\x01def', 'abc\\x01def'],
    ['a😀bc', 'a\\u{1f600}bc'],
  ])('%s in %s', (word, text) => {
    expect(new Redactor([word]).text(`<p>${text}</p>`)).toBe('<p>[secret]</p>');
  });

  test('in UTF-16', () => {
    const page = Buffer.from('<p>hunter2</p>', 'utf16le');
    expect(findSecret(new Redactor(['hunter2']).bytes(page), ['hunter2'])).toBeNull();
    expect(Buffer.from(new Redactor(['hunter2']).bytes(page)).toString()).toContain('[secret]');
  });

  test('in the bytes of windows-1252', () => {
    const bytes = Buffer.concat([
      Buffer.from('pass'),
      Buffer.from([0x80]),
      Buffer.from('w'),
      Buffer.from([0xf6]),
    ]);
    expect(Buffer.from(new Redactor(['pass€wö']).bytes(bytes)).toString()).toBe('[secret]');
  });

  test('whose beginning or end is a word of the page leaves these alone', () => {
    const page = '<p>Tides &amp; times</p>\n<p>of the <b>sea</b></p>';
    expect(new Redactor(['timesof', 'Tides times']).text(page)).toBe(page);
  });

  test('the longest of two', () => {
    expect(new Redactor(['pass', 'password']).text('password pass')).toBe('[secret] [secret]');
  });

  test('and everything else stays as it is', () => {
    const absent = new Redactor(['a secret that does not occur']);
    const none = new Redactor([]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(absent.text(text)).toBe(text);
        expect(none.text(text)).toBe(text);
      }),
      { seed: 4, numRuns: 100 },
    );
    expect(new Redactor(['ab']).text('abc')).toBe('abc');
  });
});

// So long that anything but linear time would not end before the test is given up.
test.each([
  ['%26', 60_000],
  ['&amp;', 60_000],
  ['%25', 60_000],
  ['\\', 30_000],
  ['&nGt;', 60_000],
  ['<!--', 60_000],
  ['<b ', 60_000],
])('a long text of %s, which resembles the secrets, is read', (piece, times) => {
  const redactor = new Redactor(['&&&&&&&&&&&&&&&&&&&&x', '%%%%%%%%%%%%%%%%x', '\\\\\\\\\\\\\\\\x']);
  const text = piece.repeat(times);
  expect(redactor.text(text) === text).toBe(true);
});

test.each(Object.keys(ways))('a secret of 20,000 characters leaves nothing to read: %s', (way) => {
  const long = Array.from({ length: 2000 }, (_, i) => `${i}"ö"/\\`.padEnd(10, 'x')).join('');
  const redacted = new Redactor(['other', long]).text(`before=${ways[way]?.(long) ?? ''}&after`);
  expect(redacted.replaceAll('[secret]', '').length).toBeLessThan(30);
  expect(findSecret(Buffer.from(redacted), [long])).toBeNull();
  expect(redacted).toMatch(/^before=.*after$/s);
});

// Each of these took exponential or quadratic time, or more than can be compiled.
test.each([
  ['quotes behind backslashes', '\\"'.repeat(20), '\\\\\\\\\\\\"'.repeat(50_000)],
  ['one letter', `${'a'.repeat(50_000)}b`, 'a'.repeat(1_000_000)],
  ['another letter first', `b${'a'.repeat(50_000)}`, 'a'.repeat(1_000_000)],
  ['periods', `${'ab'.repeat(25_000)}c`, 'ab'.repeat(500_000)],
])('a text that resembles a secret takes linear time: %s', (_, almost, text) => {
  const redactor = new Redactor([almost]);
  expect(redactor.text(text) === text || redactor.text(text).includes('[secret]')).toBe(true);
});

test('a secret is found where one part of a long text ends and the next begins', () => {
  const text = `${'.'.repeat(2 ** 20 - 4)}hunter2 ${'.'.repeat(2 ** 20)}%68unter2`;
  expect(new Redactor(['hunter2']).text(text)).toBe(
    `${'.'.repeat(2 ** 20 - 4)}[secret] ${'.'.repeat(2 ** 20)}[secret]`,
  );
});
