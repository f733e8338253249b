import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../../test/fixtures/data/pdf-of.ts';
import { PdfReader } from './pdf-reader.ts';

const reader = new PdfReader();
afterAll(() => reader.close());

test('text comes line by line and page by page', async () => {
  expect(await reader.read(pdfOf([['Hello tide', 'second line'], ['page two']]))).toEqual({
    text: 'Hello tide\nsecond line\n\npage two',
    pages: 2,
    isWhole: true,
  });
});

test('the bytes of the caller stay intact', async () => {
  const bytes = pdfOf([['x']]);
  const before = Buffer.from(bytes);
  await reader.read(bytes);
  expect(Buffer.from(bytes)).toEqual(before);
});

test('several files at once are answered in order', async () => {
  const texts = await Promise.all([1, 2, 3].map((number) => reader.read(pdfOf([[`number ${number}`]]))));
  expect(texts.map((found) => ('text' in found ? found.text : ''))).toEqual([
    'number 1',
    'number 2',
    'number 3',
  ]);
});

describe('what is not a valid PDF has a reason instead of a text', () => {
  test.each([
    ['empty', Buffer.alloc(0)],
    ['another format', Buffer.from('PK\x03\x04 not a pdf')],
    ['cut off', pdfOf([['x']]).subarray(0, 100)],
  ])('%s', async (_, bytes) => {
    expect(await reader.read(bytes)).toMatchObject({ problem: expect.stringContaining('not a valid PDF') });
  });
});

describe('limits', () => {
  test('pages', async () => {
    const small = new PdfReader({ maxPages: 2 });
    expect(await small.read(pdfOf([['a'], ['b'], ['c']]))).toEqual({
      text: 'a\n\nb',
      pages: 3,
      isWhole: false,
    });
    await small.close();
  });

  test('characters', async () => {
    const small = new PdfReader({ maxCharacters: 4 });
    expect(await small.read(pdfOf([['abcdefgh']]))).toMatchObject({ text: 'abcd', isWhole: false });
    await small.close();
  });

  test('bytes', async () => {
    const small = new PdfReader({ maxBytes: 10 });
    expect(await small.read(pdfOf([['a']]))).toMatchObject({ problem: expect.stringContaining('10 bytes') });
    await small.close();
  });

  test('time: the thread is stopped, and the next file gets another', async () => {
    const hasty = new PdfReader({ timeoutMs: 1 });
    expect(await hasty.read(pdfOf([['a']]))).toMatchObject({
      problem: expect.stringContaining('time or memory'),
    });
    expect(await hasty.read(Buffer.alloc(0))).toHaveProperty('problem');
    await hasty.close();
  });

  test('memory: the thread dies, the process does not', async () => {
    const narrow = new PdfReader({ maxMemoryMiB: 16 });
    const huge = pdfOf(
      Array.from({ length: 8 }, () => Array.from({ length: 4_000 }, () => 'words '.repeat(10))),
    );
    const found = await narrow.read(huge);
    expect('problem' in found || found.pages === 8).toBe(true);
    await narrow.close();
  });

  test('memory outside the heap: 100 kB that decode to 150 MB', async () => {
    const packed = deflateSync(Buffer.alloc(150_000_000, ' ')).toString('latin1');
    const narrow = new PdfReader({ maxMemoryMiB: 64, timeoutMs: 600_000 });
    const bomb = [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >> endobj',
      `4 0 obj << /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream endobj`,
      'trailer << /Root 1 0 R /Size 5 >>',
    ].join('\n');
    expect(await narrow.read(Buffer.from(bomb, 'latin1'))).toEqual({
      problem: 'reading it takes more time or memory than allowed',
    });
    expect(await narrow.read(pdfOf([['a']]))).toMatchObject({ text: 'a' });
    await narrow.close();
  });
});
