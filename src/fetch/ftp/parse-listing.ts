import { FileInfo, FileType, parseList } from 'basic-ftp';
import { FetchError } from '../errors.ts';
import type { ListedEntry, ListedTime, Listing } from '../protocol/listing-spider.ts';
import { type ByteString, encodeName, entryUrl, shownName } from '../protocol/url-names.ts';
import { ftpNameProblem } from './ftp-address.ts';
import { listTime, mlsdTime, mlsdTimeOf } from './listed-time.ts';
import { type ListedLine, usualLine } from './usual-line.ts';

/** Whether a link is an entry takes one more request to the server. */
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

/** Servers write it so in names, and so do we in commands. */
const LINE_END_IN_NAME = '\0';

/** If the first line ends with CR LF, all do, and LF alone is part of a name; unless it begins another line after all. */
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
  // basic-ftp would take it for the end of the name.
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

/** The files of a folder were often written in the same minute. */
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
