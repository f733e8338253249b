import { describe, expect, test } from 'vitest';
import { parseListing } from './parse-listing.ts';

const now = Date.UTC(2026, 2, 10);
const read = (...lines: readonly string[]) => parseListing(lines.join('\r\n'), 'ftp://h/f/', now);

describe('formats', () => {
  test('Unix', () => {
    const { entries, links, problems } = read(
      'total 24',
      'drwxr-xr-x   3 root  wheel   4096 Mar  1 09:30 .',
      'drwxr-xr-x   3 root  wheel   4096 Mar  1 09:30 ..',
      'drwxr-xr-x   3 ann   staff   4096 Jan  5  2019 docs',
      '-rw-r--r--   1 Domain Users staff 12345 Mar  1 09:30  two  spaces ',
      'lrwxrwxrwx   1 ann   staff      7 Mar  1 09:30 latest -> v3.txt',
      'srwxrwxrwx   1 ann   staff      0 Mar  1 09:30 socket',
      '',
    );
    expect(problems).toEqual([]);
    expect(links).toEqual(['latest']);
    expect(entries).toMatchObject([
      { name: 'docs', kind: 'folder', size: null, modified: { unit: 86_400_000 } },
      { name: '%20two%20%20spaces%20', kind: 'file', size: 12345, modified: { unit: 60_000 } },
      { name: 'socket', kind: 'other' },
    ]);
  });

  test('DOS', () => {
    const { entries, problems } = read(
      '12-05-96  05:03PM       <DIR>          My Docs',
      '11-14-97  04:21AM                  953 AUTHORS.INI',
    );
    expect(problems).toEqual([]);
    expect(entries).toMatchObject([
      { name: 'My%20Docs', kind: 'folder' },
      { name: 'AUTHORS.INI', kind: 'file', size: 953, modified: { at: Date.UTC(1997, 10, 14, 4, 21) } },
    ]);
  });

  test('MLSD', () => {
    const { entries, links, problems } = read(
      'type=cdir;modify=20190419065730; /f',
      'Type=pdir;modify=20190419065730; ..',
      'type=dir;modify=20190419065730;unique=801g4; sub',
      'type=file;size=99;modify=20190419065730.123;  leading space',
      'type=OS.unix=slink:/x;size=1; link',
      'size=7;type=OS.unix=slink:sub dir;modify=20261116050538;UNIX.mode=0777;unique=fe00g1; to the folder',
    );
    expect(problems).toEqual([]);
    expect(links).toEqual(['link', 'to the folder']);
    expect(entries).toMatchObject([
      { name: 'sub', kind: 'folder' },
      { name: '%20leading%20space', kind: 'file', size: 99, modified: { unit: 1000 } },
    ]);
  });
});

describe('what a hostile or odd server sends', () => {
  test('names that lead elsewhere are reported and not used', () => {
    const { entries, problems } = read(
      'type=file;size=1; ../../etc/passwd',
      'type=file;size=1; a/b',
      'type=file;size=1; fine',
      '-rw-r--r-- 1 a b 1 Mar  1 09:30 x/../y',
      '-rw-r--r-- 1 a b 1 Mar  1 09:30 half\ra line end',
    );
    expect(entries.map(({ name }) => name)).toEqual(['fine']);
    expect(problems).toHaveLength(4);
    for (const { code, decision } of problems) {
      expect(['FETCH_NAME_INVALID', 'FETCH_LISTING_UNREADABLE']).toContain(code);
      expect(decision).toBe('skip');
    }
  });

  test('where lines end with CR LF, LF alone is part of a name; NUL stands for it, too', () => {
    const { entries, problems } = read(
      'type=file;size=1; first',
      'type=file;size=2; one\nDELE all',
      '-rw-r--r-- 1 a b 3 Mar  1 09:30 two\0lines',
      '-rw-r--r-- 1 a b 4 Mar  1 09:30 four\n-rw-r--r-- 1 a b 5 Mar  1 09:30 five',
    );
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['first', 1],
      ['one%0ADELE%20all', 2],
      ['two%0Alines', 3],
      ['four', 4],
      ['five', 5],
    ]);
    expect(problems).toEqual([]);
  });

  test('a line break in a name makes one unreadable line and does not affect the others', () => {
    const { entries, problems } = read(
      '-rw-r--r-- 1 a b 1 Mar  1 09:30 one\nDELE all',
      '-rw-r--r-- 1 a b 1 Mar  1 09:30 two',
    );
    expect(entries.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(problems.map(({ code, url }) => [code, url])).toEqual([
      ['FETCH_LISTING_UNREADABLE', 'ftp://h/f/'],
    ]);
  });

  test('bytes that are not UTF-8 are kept in the URL', () => {
    const { entries } = read('-rw-r--r-- 1 a b 1 Mar  1 09:30 caf\xe9 \xff');
    expect(entries[0]?.name).toBe('caf%E9%20%FF');
  });

  test('a name that is listed twice counts once', () => {
    const line = '-rw-r--r-- 1 a b 1 Mar  1 09:30 twice';
    expect(read(line, line).entries).toHaveLength(1);
  });

  test('empty lines are ignored', () => {
    const { entries, problems } = read('', '-rw-r--r-- 1 a b 1 Mar  1 09:30 x', ' ', 'total 4', '');
    expect(entries).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('a size that is too large for a number is unknown', () => {
    expect(read('type=file;size=99999999999999999999; x').entries[0]).toMatchObject({ size: null });
    expect(read('type=file;size=9007199254740991; x').entries[0]).toMatchObject({ size: 9007199254740991 });
  });

  test('a date in an unknown format is left out', () => {
    expect(read('-rw-r--r-- 1 a b 1 Foo  1 09:30 x').entries[0]?.modified).toBeNull();
  });

  test('each line of garbage is one problem', () => {
    const { entries, problems } = read('<html>', 'x'.repeat(100_000), '\x01\x02\x03');
    expect(entries).toEqual([]);
    expect(problems).toHaveLength(3);
    for (const { message } of problems) expect(message.length).toBeLessThan(900);
  });
});
