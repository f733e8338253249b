import { expect, test } from 'vitest';
import { documentType } from '../read-document.ts';
import { fileType } from './file-type.ts';

test.each<[string, string, string | null, string]>([
  ['page.HTML', '<p>x', 'text/html', 'html'],
  ['readme.md', '# x', 'text/markdown', 'text'],
  ['table.csv', 'a,b', 'text/csv', 'text'],
  ['data.json', '{}', 'application/json', 'text'],
  ['data.xml', '<a/>', 'application/xml', 'text'],
  ['feed.xml', '<rss/>', 'application/xml', 'feed'],
  ['README', 'plain words', null, 'text'],
  ['index', '<!doctype html>', null, 'html'],
  ['program', '\x00\x01\x02', null, 'other'],
  ['notes.txt', '\x89PNG\r\n\x1a\n', 'image/png', 'other'],
  ['report.bin', '%PDF-1.7', 'application/pdf', 'other'],
  [
    'letter.docx',
    'PK\x03\x04',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'other',
  ],
  ['page.html', 'PK\x03\x04', 'application/zip', 'other'],
  ['archive', 'PK\x03\x04', 'application/zip', 'other'],
  ['a.tar', `${'\0'.repeat(257)}ustar`, 'application/x-tar', 'other'],
  ['x.constructor', 'a', null, 'text'],
  ['text.txt', 'a\0b', 'text/plain', 'other'],
])('%s', (name, bytes, type, read) => {
  const body = Buffer.from(bytes, 'latin1');
  expect(fileType(name, body)).toBe(type);
  expect(documentType(body, type)).toBe(read);
});
