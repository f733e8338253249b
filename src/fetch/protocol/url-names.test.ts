import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeName, encodeName, entryUrl, folderUrl, nameProblem, namesOf } from './url-names.ts';

const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((array) => Buffer.from(array).toString('latin1'))
  .filter((name) => nameProblem(name) === null);

test.each(['ftp://h/', 'sftp://h:22/', 'file:///', 'ftps://h/a/'])(
  'names below %s survive in their URL',
  (root) => {
    fc.assert(
      fc.property(fc.array(bytes, { minLength: 1, maxLength: 4 }), (names) => {
        let folder = root;
        for (const name of names.slice(0, -1)) folder = entryUrl(folder, encodeName(name), 'folder');
        const url = entryUrl(folder, encodeName(names.at(-1) ?? ''), 'file');
        const above = root.endsWith('/a/') ? ['a'] : [];
        expect(namesOf(url)).toEqual([...above, ...names]);
        // A URL parser changes nothing: the address is the same wherever it is stored.
        expect(new URL(url).href).toBe(url);
      }),
      { seed: 62, numRuns: 500 },
    );
  },
);

test('hexadecimal digits may be in lower case', () => {
  expect(decodeName('caf%e9%2B')).toBe('caf\xe9+');
});

test('encoding is undone by decoding', () => {
  fc.assert(
    fc.property(bytes, (name) => decodeName(encodeName(name)) === name),
    { seed: 63 },
  );
});

test.each(['', '.', '..', 'a/b', 'a\0b'])('%j is not a name', (name) => {
  expect(nameProblem(name)).not.toBeNull();
});

test('a line end may be part of a name', () => {
  expect(nameProblem('a\r\nb')).toBeNull();
  expect(namesOf('sftp://h/a%0D%0Ab/c')).toEqual(['a\r\nb', 'c']);
});

test.each(['ftp://h/a%2Fb', 'ftp://h/a%00', 'nonsense'])('%s is refused', (url) => {
  expect(() => namesOf(url)).toThrow(expect.objectContaining({ code: 'FETCH_URL_INVALID' }));
});

test('a folder has no user, password, query or fragment in its URL', () => {
  expect(folderUrl('ftp://ann:secret@h:2121/a/b?c#d')).toBe('ftp://h:2121/a/b/');
  expect(folderUrl('file:///a/')).toBe('file:///a/');
});
