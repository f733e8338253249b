import { FileType, parseList } from 'basic-ftp';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listTime, mlsdTime, mlsdTimeOf, usualLine } from './parse-listing.ts';

const now = Date.UTC(2026, 2, 10);
const seed = 7;

const two = (most: number) =>
  fc.integer({ min: 1, max: most }).map((number) => String(number).padStart(2, '0'));
const size = fc.integer({ min: 0, max: 2 ** 40 }).map(String);
/** No digits: basic-ftp takes a name that looks like the end of a line for one. */
const name = fc.stringMatching(/^[a-zA-Z .;=_-]{1,12}$/).filter((text) => !/^\.{1,2}$/.test(text));

const unixLine = fc
  .record({
    type: fc.constantFrom('-', 'd'),
    mode: fc.constantFrom('rw-r--r--', 'rwxr-xr-x', 'rwsr-xr-t', '---------'),
    owner: fc.constantFrom('0', 'ftp', 'www-data'),
    size,
    day: fc.constantFrom('Mar  1', 'Dec 31', 'Feb 29'),
    hour: fc.constantFrom('09:30', ' 2019', '2024', '23:59'),
    name,
  })
  .map(
    ({ type, mode, owner, size: bytes, day, hour, name: file }) =>
      `${type}${mode}    1 ${owner}      ${owner}  ${bytes} ${day} ${hour} ${file}`,
  );

const mlsdLine = fc
  .record({
    facts: fc.shuffledSubarray(['perm=adfr', 'unique=801g4', 'UNIX.mode=0644'], { minLength: 0 }),
    type: fc.constantFrom('Type=file', 'type=dir', 'type=FILE'),
    size,
    month: two(12),
    day: two(28),
    second: two(59),
    fraction: fc.constantFrom('', '.123'),
    name,
  })
  .map((line) => {
    const modify = `modify=2019${line.month}${line.day}0657${line.second}${line.fraction}`;
    return `${[...line.facts, line.type, `size=${line.size}`, modify].join(';')}; ${line.name}`;
  });

test.each([
  ['LIST', unixLine],
  ['MLSD', mlsdLine],
])('a line of %s says what basic-ftp reads in it', (_, lines) => {
  fc.assert(
    fc.property(lines, (line) => {
      const read = usualLine(line);
      const [oracle] = parseList(line);
      expect(read).toMatchObject({
        name: oracle?.name,
        kind: oracle?.type === FileType.Directory ? 'folder' : 'file',
        size: oracle?.size,
      });
      const { time = '', isMlsd } = read ?? {};
      expect(isMlsd ? mlsdTimeOf(time) : listTime(time, now)).toEqual(
        oracle?.modifiedAt === undefined
          ? listTime(oracle?.rawModifiedAt ?? '', now)
          : mlsdTime(oracle.modifiedAt),
      );
    }),
    { seed },
  );
});

test.each([
  'total 24',
  'drwxr-xr-x   3 root  wheel   4096 Mar  1 09:30 ..',
  '-rw-r--r--   1 Domain Users staff 12345 Mar  1 09:30 a',
  'lrwxrwxrwx   1 ann   staff      7 Mar  1 09:30 latest -> v3.txt',
  '-rw-r--r--   1 ann   staff      7 Mar  1 09:30 half\r-rw',
  '12-05-96  05:03PM       <DIR>          My Docs',
  'type=cdir;modify=20190419065730; /f',
  'type=OS.unix=slink:/x;size=1; link',
  'type=file;size=many; a',
  'type=file;modify=yesterday; a',
  'type=file;size=1; a/b',
  'type=file;size=1; a\rb',
  'size=7;type=OS.unix=slink:sub dir;modify=20261116050538; to the folder',
  '',
])('any other line is left to basic-ftp: %j', (line) => {
  expect(usualLine(line)).toBeNull();
});

test('a name that looks like the end of a line is a name', () => {
  expect(usualLine('-rw-r--r-- 1 0 0 155 Mar  1 09:30 7 Jan  5 12:00 b')).toMatchObject({
    name: '7 Jan  5 12:00 b',
    size: 155,
  });
});

test('a size that no number holds exactly is not known', () => {
  expect(usualLine('-rw-r--r-- 1 0 0 99999999999999999999 Mar  1 09:30 a')?.size).toBeNull();
});
