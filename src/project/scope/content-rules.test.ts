import { expect, test } from 'vitest';
import { type FetchedContent, judgeContent } from './content-rules.ts';

const judge = judgeContent({ maxBytes: 1000 });
const content = (given: Partial<FetchedContent>): FetchedContent => ({
  kind: 'page',
  path: '/x',
  contentType: 'text/html; charset=utf-8',
  bytes: 10,
  ...given,
});

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/plain',
  'application/pdf',
  'application/json',
  'application/xhtml+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/epub+zip',
  'image/png',
  '',
  null,
])('%s is kept', (contentType) => {
  expect(judge(content({ contentType })).verdict).toBe('accept');
});

test.each([
  'video/mp4',
  'audio/mpeg',
  'application/zip',
  'application/x-gzip',
  'application/octet-stream',
  'application/x-msdownload',
])('%s is left out', (contentType) => {
  expect(judge(content({ contentType }))).toEqual({
    verdict: 'reject',
    rule: 'content type',
    reason: `${contentType} is left out`,
  });
});

test('a document that its server sends as plain bytes is recognised by its name', () => {
  expect(judge(content({ contentType: 'application/octet-stream', path: '/a/Report.PDF' })).verdict).toBe(
    'accept',
  );
});

test('a type is compared whatever its case and parameters', () => {
  expect(judge(content({ contentType: ' Application/ZIP ; charset=binary' }))).toMatchObject({
    verdict: 'reject',
    reason: 'application/zip is left out',
  });
});

test('of a large film the type is the reason, since the size could be allowed', () => {
  expect(judge(content({ contentType: 'video/mp4', bytes: 9999 })).rule).toBe('content type');
});

test('a film that the user wanted with its page is kept', () => {
  expect(judge(content({ contentType: 'video/mp4', kind: 'asset' })).verdict).toBe('accept');
});

test('a body larger than the limit is left out, one of unknown size is read', () => {
  expect(judge(content({ bytes: 1000 })).verdict).toBe('accept');
  expect(judge(content({ bytes: null })).verdict).toBe('accept');
  expect(judge(content({ bytes: 1001 }))).toMatchObject({
    rule: 'too large',
    reason: '1001 bytes; at most 1000 are kept',
  });
});
