import { FileInfo, FileType, parseList } from 'basic-ftp';
import { FetchError } from '../errors.ts';
import type { ListedEntry, ListedTime, Listing } from '../protocol/protocol.ts';
import { type ByteString, encodeName, entryUrl, shownName } from '../protocol/url-names.ts';
import { ftpNameProblem } from './ftp-address.ts';

/** Finding out whether a link is an entry takes one more request to the server. */
interface FtpListing extends Listing {
  readonly links: readonly ByteString[];
}

/**
 * Reads the answer to MLSD or LIST line by line. A line in an unknown format becomes a problem, because a file that is
 * left out silently would look gone; it does not affect the other lines.
 */
export function parseListing(raw: ByteString, folder: string, now: number): FtpListing {
  const entries: ListedEntry[] = [];
  const links: ByteString[] = [];
  const problems: FetchError[] = [];
  const known = new Set<string>();
  const timeOf = rememberedTimes(now);
  for (const line of linesOf(raw)) {
    const info = usualLine(line) ?? readLine(line);
    if (info === 'no entry') continue;
    if (info === null) {
      problems.push(unreadable(folder, line));
      continue;
    }
    const bytes = info.name.includes(LINE_END_IN_NAME)
      ? info.name.replaceAll(LINE_END_IN_NAME, '\n')
      : info.name;
    const problem = ftpNameProblem(bytes);
    const name = encodeName(bytes);
    if (problem !== null) problems.push(badName(folder, name, problem));
    else if (info instanceof FileInfo && info.isSymbolicLink) links.push(bytes);
    else if (!known.has(name))
      entries.push(info instanceof FileInfo ? entryOf(name, info, now) : usualEntry(name, info, timeOf));
    known.add(name);
  }
  return { entries, links, problems };
}

/** Servers write a line end in a name like this, and so do we in commands. */
const LINE_END_IN_NAME = '\0';

/** If the first line ends with CR LF, all lines do, and LF alone is part of a name; unless everything after it reads as lines of the listing. */
function* linesOf(raw: ByteString): Generator<string> {
  const first = raw.indexOf('\n');
  const isStrict = first > 0 && raw[first - 1] === '\r';
  for (const line of separated(raw, isStrict ? '\r\n' : '\n')) {
    if (!isStrict || !line.includes('\n')) yield line.replace(/\r$/, '');
    else if (
      line
        .split('\n')
        .slice(1)
        .some((part) => readLine(part) === null)
    )
      yield line.replaceAll('\n', LINE_END_IN_NAME);
    else yield* line.split('\n');
  }
}

function* separated(raw: ByteString, end: string): Generator<string> {
  for (let start = 0; start < raw.length; ) {
    const found = raw.indexOf(end, start);
    yield raw.slice(start, found < 0 ? raw.length : found);
    if (found < 0) return;
    start = found + end.length;
  }
}

/** Null for a line in an unknown format. */
function readLine(line: string): FileInfo | 'no entry' | null {
  // basic-ftp would take CR for the end of the name.
  if (line.includes('\r')) return null;
  if (line.trim() === '' || /^total\s+\d+\s*$/.test(line)) return 'no entry';
  try {
    const [info] = parseList(withoutTarget(line));
    if (info !== undefined) return info;
  } catch {
    return null;
  }
  return /(?:^|\s)\.{1,2}$|^\S*type=[cp]dir;/i.test(line) ? 'no entry' : null;
}

/** Pure-FTPd adds the target of a link, and basic-ftp takes a space in it for the end of the facts. */
function withoutTarget(line: string): string {
  return line.replace(/^((?:[^;= ]+=[^; ]*;)*type=OS\.unix=slink):[^;]*(?=;)/i, '$1:');
}

function usualEntry(
  name: string,
  { kind, size, time, isMlsd }: ListedLine,
  timeOf: (time: string, isMlsd: boolean) => ListedTime | null,
): ListedEntry {
  return { name, kind, size: kind === 'file' ? size : null, modified: timeOf(time, isMlsd), hash: null };
}

/** Remembers times that were read: the files of a folder were often written in the same minute. */
function rememberedTimes(now: number) {
  const known = new Map<string, ListedTime | null>();
  return (text: string, isMlsd: boolean): ListedTime | null => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const time = isMlsd ? mlsdTimeOf(text) : listTime(text, now);
    known.set(text, time);
    return time;
  };
}

function entryOf(name: string, info: FileInfo, now: number): ListedEntry {
  const kind = info.type === FileType.File ? 'file' : info.type === FileType.Directory ? 'folder' : 'other';
  const modified =
    info.modifiedAt === undefined ? listTime(info.rawModifiedAt.trim(), now) : mlsdTime(info.modifiedAt);
  const size = kind === 'file' && Number.isSafeInteger(info.size) ? info.size : null;
  return { name, kind, size, modified, hash: null };
}

function unreadable(folder: string, line: string): FetchError {
  return new FetchError(
    'FETCH_LISTING_UNREADABLE',
    `${folder}: a line of the listing has an unknown format: ${shownName(line)}`,
    { url: folder },
  );
}

function badName(folder: string, name: string, problem: string): FetchError {
  const url = entryUrl(folder, name, 'file');
  return new FetchError(
    'FETCH_NAME_INVALID',
    `${folder}: the name "${name.slice(0, 200)}" cannot be used: ${problem}`,
    {
      url,
    },
  );
}

/** A file or a folder as a line describes it, before its time is understood. */
interface ListedLine {
  readonly name: ByteString;
  readonly kind: 'file' | 'folder';
  /** Null when it is not listed or not a number that can be kept. */
  readonly size: number | null;
  /** As written: `Dec 11 14:35` in LIST, `20231211143500` in MLSD; empty without one. */
  readonly time: string;
  readonly isMlsd: boolean;
}

/** `-rw-r--r--  1 owner group  155 Dec 11 14:35 name`: owner and group of one word each, which is what servers on Unix send. */
const unixLine =
  /^([-d])[-rwxsStTL]{9}\+? +\d+ +\S+ +\S+ +(\d+) +([A-Za-z]{3} +\d{1,2} +(?:\d{4}|\d{1,2}:\d\d)) (.+)$/;

/**
 * Reads a line of the two forms that nearly all servers send, or null. Trying all formats on each line, as basic-ftp does,
 * took a tenth of the processor time of a visit; it reads the lines that are left.
 */
export function usualLine(line: ByteString): ListedLine | null {
  const first = line.charCodeAt(0);
  if (first !== MINUS && first !== SMALL_D) return mlsdLine(line);
  const found = unixLine.exec(line);
  if (found === null) return null;
  const [, type, size = '', time = '', name = ''] = found;
  if (isFolderItself(name)) return null;
  return { name, kind: type === 'd' ? 'folder' : 'file', size: sizeOf(size), time, isMlsd: false };
}

const MINUS = 0x2d;
const SMALL_D = 0x64;

/** `type=file;size=155;modify=20231211143500; name` (RFC 3659, section 7): the facts in any order, names in any case. */
function mlsdLine(line: ByteString): ListedLine | null {
  const space = line.indexOf('; ');
  if (space < 0 || line.lastIndexOf(' ', space) >= 0) return null;
  const name = line.slice(space + 2);
  let [type, size, time] = ['', '', ''];
  for (const fact of line.slice(0, space).split(';')) {
    const at = fact.indexOf('=');
    if (at <= 0) return null;
    const value = fact.slice(at + 1);
    const key = fact.slice(0, at).toLowerCase();
    if (key === 'type') type = value.toLowerCase();
    else if (key === 'size') size = value;
    else if (key === 'modify') time = value;
  }
  if ((type !== 'file' && type !== 'dir') || name === '' || isFolderItself(name) || /[/\r]/.test(name))
    return null;
  if (!/^\d*$/.test(size) || !/^(?:\d{14}(?:\.\d*)?)?$/.test(time)) return null;
  return { name, kind: type === 'dir' ? 'folder' : 'file', size: sizeOf(size), time, isMlsd: true };
}

function sizeOf(digits: string): number | null {
  const size = Number(digits);
  return digits !== '' && Number.isSafeInteger(size) ? size : null;
}

const isFolderItself = (name: ByteString): boolean => name === '.' || name === '..';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** RFC 3659, section 2.3: always UTC. */
export function mlsdTime(at: Date): ListedTime | null {
  return Number.isNaN(at.getTime()) ? null : { at: at.getTime(), unit: second };
}

/** The same for the fact as MLSD writes it: `20231211143500`, perhaps with a fraction. Null without one. */
export function mlsdTimeOf(digits: string): ListedTime | null {
  if (digits === '') return null;
  const part = (from: number, to: number) => Number(digits.slice(from, to));
  const day = Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14));
  return { at: day + (digits.length > 15 ? part(15, 18) : 0), unit: second };
}

/**
 * The time of a LIST line, read as UTC because the line does not name its zone: `Dec 11 14:35`, `Dec 11 2023`,
 * `11 Dec 14:35`, `2023-12-11 14:35`, `12-05-96 05:03PM`. Null for other formats.
 */
export function listTime(text: string, now: number): ListedTime | null {
  return namedTime(text, now) ?? numericTime(text) ?? dosTime(text);
}

function dosTime(text: string): ListedTime | null {
  const found = /^(\d\d)[-/](\d\d)[-/](\d\d|\d{4})\s+(\d\d):(\d\d)\s*([AP]M)?$/i.exec(text);
  if (found === null) return null;
  const [, month, date, year = '', hour = '', minutes, half] = found;
  const shortYear = Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return timeOf(
    year.length === 4 ? Number(year) : shortYear,
    Number(month),
    Number(date),
    hours,
    Number(minutes),
  );
}

function numericTime(text: string): ListedTime | null {
  const found = /^(\d{4})[-/](\d\d)[-/](\d\d)\s+(\d\d?):(\d\d)$/.exec(text);
  if (found === null) return null;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0] = found.slice(1).map(Number);
  return timeOf(year, month, date, hours, minutes);
}

function namedTime(text: string, now: number): ListedTime | null {
  const found = /^(?:([a-z]{3})\s+(\d\d?)|(\d\d?)\s+([a-z]{3}))\s+(?:(\d{4})|(\d\d?):(\d\d))$/i.exec(text);
  if (found === null) return null;
  const month = months.indexOf((found[1] ?? found[4] ?? '').toLowerCase()) + 1;
  const date = Number(found[2] ?? found[3]);
  if (month === 0) return null;
  if (found[5] !== undefined) return timeOf(Number(found[5]), month, date, null, 0);
  return timeWithoutYear(now, month, date, Number(found[6]), Number(found[7]));
}

/** Without a year it is the latest such day, up to tomorrow because the server's clock may be ahead of ours. */
function timeWithoutYear(
  now: number,
  month: number,
  date: number,
  hours: number,
  minutes: number,
): ListedTime | null {
  const thisYear = new Date(now).getUTCFullYear();
  // 29 February may be eight years ago (1896 to 1904).
  for (let year = thisYear + 1; year >= thisYear - 8; year--) {
    const time = timeOf(year, month, date, hours, minutes);
    if (time !== null && time.at <= now + day) return time;
  }
  return null;
}

function timeOf(
  year: number,
  month: number,
  date: number,
  hours: number | null,
  minutes: number,
): ListedTime | null {
  const at = Date.UTC(year, month - 1, date, hours ?? 0, minutes);
  const made = new Date(at);
  const exists =
    made.getUTCMonth() === month - 1 && made.getUTCDate() === date && (hours ?? 0) < 24 && minutes < 60;
  return exists ? { at, unit: hours === null ? day : minute } : null;
}
