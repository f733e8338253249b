import { expect, test } from 'vitest';
import { placeAt, readFile, valueAt, withAdded, withMoved, withValue } from './edit-file.ts';
import { readInFull, withValueInFull } from './short-forms.ts';

const file = `# What we watch.
name:   news   # short
source: 'https://news.example.org/'

rules:
  # No print pages.
  - deny: /print/
  - allow:   /technology/   # the topic
  - default: deny

# Twice a day.
schedule: every 12h
`;

test('another value leaves everything else as it was written', () => {
  expect(withValue(file, ['schedule'], 'every 1d')).toBe(file.replace('12h', '1d'));
  const deeper = withValue(file, ['preference', 'depth'], 2);
  expect(deeper).toBe(`${file}preference:\n  depth: 2\n`);
  expect(withValue(deeper, ['preference', 'depth'], undefined)).toBe(file);
});

test('entries of lists come, go and move with their comments', () => {
  const more = withAdded(file, ['rules'], { allow: 'x\\d+' }, 2);
  expect(readFile(more)?.['rules']).toEqual([
    { deny: '/print/' },
    { allow: '/technology/' },
    { allow: 'x\\d+' },
    { default: 'deny' },
  ]);
  expect(more).toContain('# the topic');
  expect(more).toContain("name:   news   # short\nsource: 'https://news.example.org/'");
  const moved = withMoved(file, ['rules'], 1, 0);
  expect(readFile(moved)?.['rules']).toEqual([
    { allow: '/technology/' },
    { deny: '/print/' },
    { default: 'deny' },
  ]);
  expect(moved).toContain('# No print pages.\n  - deny: /print/');
  expect(withValue(file, ['rules', 1], undefined)).not.toContain('technology');
});

test('a list that loses its last entry goes, and the comment behind it stays', () => {
  const none = [0, 0, 0].reduce((text) => withValue(text, ['rules', 0], undefined), file);
  expect(readFile(none)).toEqual({
    name: 'news',
    source: 'https://news.example.org/',
    schedule: 'every 12h',
  });
  expect(none).toContain('# Twice a day.');
});

test('a file that cannot be read is left alone', () => {
  const broken = 'name: [\n';
  expect(readFile(broken)).toBeNull();
  expect(withValue(broken, ['name'], 'x')).toBe(broken);
  expect(readFile('')).toEqual({});
  expect(withValue('', ['name'], 'x')).toBe('name: x\n');
});

test('a place of the text is a place of the project', () => {
  expect(placeAt(file, file.indexOf('print/'))).toEqual(['rules', 0, 'deny']);
  expect(placeAt(file, file.indexOf('every'))).toEqual(['schedule']);
  expect(valueAt(readFile(file) ?? {}, ['rules', 2, 'default'])).toBe('deny');
  expect(valueAt({ source: 'x' }, ['source', 'url'])).toBeUndefined();
});

test('short forms become long when more is said, and short again', () => {
  const reported = 'source: https://a.example/\nnotify:\n  - mailto:me@example.org\n';
  const file = readFile(reported) ?? {};
  expect(readInFull(file, ['source', 'url'])).toBe('https://a.example/');
  expect(readInFull(file, ['source', 'name'])).toBeUndefined();
  expect(readInFull(file, ['notify', 0, 'to'])).toBe('mailto:me@example.org');
  const named = withValueInFull(reported, file, ['notify', 0, 'name'], 'me');
  expect(readFile(named)?.['notify']).toEqual([{ to: 'mailto:me@example.org', name: 'me' }]);
  expect(withValueInFull(named, readFile(named) ?? {}, ['notify', 0, 'name'], undefined)).toBe(reported);
  expect(withValueInFull(reported, file, ['source', 'url'], 'https://b.example/')).toContain(
    'source: https://b.example/\n',
  );
});
