import { describe, expect, test } from 'vitest';
import { decodeText, detectCharset } from './charset.ts';

const detect = (text: string | Uint8Array, contentType: string | null = null): string => {
  const { charset, how } = detectCharset(
    typeof text === 'string' ? Buffer.from(text, 'latin1') : text,
    contentType,
  );
  return `${charset} by ${how}`;
};

describe('the encoding of a page', () => {
  test.each([
    [
      'a byte order mark beats the header',
      '\u{ef}\u{bb}\u{bf}a',
      'text/html; charset=latin1',
      'utf-8 by bom',
    ],
    ['UTF-16 marks', '\u{ff}\u{fe}a\0', null, 'utf-16le by bom'],
    ['UTF-16 big endian', '\u{fe}\u{ff}\0a', null, 'utf-16be by bom'],
    [
      'the header beats the page',
      '<meta charset=utf-8>',
      'text/html; charset=ISO-8859-1',
      'windows-1252 by header',
    ],
    ['a quoted header', 'a', 'text/html; Charset="koi8-r"; x=y', 'koi8-r by header'],
    ['an unknown charset in the header', '<meta charset=big5>', 'text/html; charset=klingon', 'big5 by meta'],
    ['meta', '<!doctype html><meta charset="shift_jis">', null, 'shift_jis by meta'],
    [
      'meta http-equiv',
      '<META content="text/html;charset=gbk" HTTP-EQUIV=content-type>',
      null,
      'gbk by meta',
    ],
    ['meta without http-equiv', '<meta content="text/html;charset=gbk">', null, 'utf-8 by guess'],
    ['meta in a comment', '<!-- <meta charset=gbk> --><meta charset=big5>', null, 'big5 by meta'],
    ['meta in an attribute', '<p title="<meta charset=gbk>"><meta charset=big5>', null, 'big5 by meta'],
    ['meta that claims UTF-16', '<meta charset=utf-16>', null, 'utf-8 by meta'],
    ['meta that claims UTF-16BE', '<meta charset=utf-16be>', null, 'utf-8 by meta'],
    ['meta for fonts', '<meta charset=x-user-defined>', null, 'windows-1252 by meta'],
    ['meta after the shortest comment', '<!--><meta charset=big5>', null, 'big5 by meta'],
    ['meta with two charsets', '<meta charset=big5 charset=gbk>', null, 'big5 by meta'],
    ['metaphor is not meta', '<metaphor charset=gbk>', null, 'utf-8 by guess'],
    ['meta beyond 1024 bytes', `${' '.repeat(1024)}<meta charset=gbk>`, null, 'utf-8 by guess'],
    ['XML', '<?xml version="1.0" encoding="ISO-8859-2"?>', null, 'iso-8859-2 by meta'],
    ['plain ASCII', 'abc', null, 'utf-8 by guess'],
    ['accents', 'caf\u{e9} na\u{ef}ve', null, 'windows-1252 by guess'],
    ['nothing', '', null, 'utf-8 by guess'],
  ])('%s', (_, text, contentType, expected) => {
    expect(detect(text, contentType)).toBe(expected);
  });

  test('a guess: valid UTF-8, also with one broken byte', () => {
    const text = Buffer.from('Grüße aus Köln, äöü. '.repeat(20));
    expect(detect(text)).toBe('utf-8 by guess');
    expect(detect(Buffer.concat([text, Buffer.from([0xff])]))).toBe('utf-8 by guess');
  });

  test('a guess: a few sequences that look like UTF-8 are not enough', () => {
    const text = Buffer.concat([Buffer.from('äöüßé'), Buffer.from([0xe9]), Buffer.from(' a')]);
    expect(detect(text)).toBe('windows-1252 by guess');
  });

  test('a guess: a few words of Russian do not make a Russian page', () => {
    const words = Buffer.from([...'привет как дела сегодня'].map(windows1251));
    expect(detect(Buffer.concat([words, Buffer.from('a'.repeat(2000))]))).toBe('windows-1252 by guess');
    expect(detect(Buffer.concat([words, Buffer.from('a'.repeat(200))]))).toBe('windows-1251 by guess');
  });

  test('a guess: UTF-16 without a mark, Japanese escapes', () => {
    expect(detect(Buffer.from('<html><p>text</p>', 'utf16le'))).toBe('utf-16le by guess');
    expect(detect('abc \u{1b}$B$3$s\u{1b}(B')).toBe('iso-2022-jp by guess');
  });

  test('a guess: Cyrillic, Japanese', () => {
    const russian = Buffer.from([...'привет как дела сегодня хорошая погода'].map(windows1251));
    expect(detect(russian)).toBe('windows-1251 by guess');
    const hiragana = Buffer.from(
      Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0x82 : 0xa0 + (i % 40))),
    );
    expect(detect(hiragana)).toBe('shift_jis by guess');
  });

  test('decoding never throws', () => {
    expect(decodeText(Uint8Array.of(0x80), 'no such thing')).toBe('€');
    expect(decodeText(Uint8Array.of(0xff, 0x61), 'utf-8')).toBe('\u{fffd}a');
  });
});

function windows1251(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
}
