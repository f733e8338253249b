import { text } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { messageOf, whyUnreadable } from '../../base/index.ts';
import { AppError } from '../../crawl/run/errors.ts';

/** A file with the settings of a thousand watches has about two megabytes. */
const LARGEST_FILE = 64 * 1024 * 1024;
const LARGEST_SUM = 256 * 1024 * 1024;
/** A backup has a file for each earlier version of each page. */
const MOST_ENTRIES = 1_000_000;

/** An archive in memory, with its name for messages. */
interface SentArchive {
  readonly name: string;
  readonly bytes: Buffer;
  /** The maximum number of unpacked bytes. */
  readonly largestSum: number;
}

/**
 * The files of a ZIP archive whose names match `wanted`, as text. Nothing is written to disk. Throws APP_FILE_UNREADABLE, APP_ARCHIVE_INVALID, and
 * APP_ARCHIVE_UNSAFE for a malicious archive.
 */
export async function readArchive(
  given: string | SentArchive,
  wanted: RegExp,
): Promise<ReadonlyMap<string, string>> {
  const path = typeof given === 'string' ? given : given.name;
  const largestSum = typeof given === 'string' ? LARGEST_SUM : given.largestSum;
  const archive = await opened(given, path);
  try {
    const files = new Map<string, string>();
    let sum = 0;
    if (archive.entryCount > MOST_ENTRIES) throw unsafe(path, `it has more than ${MOST_ENTRIES} files`);
    for await (const entry of archive.eachEntry()) {
      if (!wanted.test(entry.fileName)) continue;
      sum += entry.uncompressedSize;
      if (entry.uncompressedSize > LARGEST_FILE || sum > largestSum)
        throw unsafe(path, `${entry.fileName} would take ${entry.uncompressedSize} bytes when unpacked`);
      files.set(entry.fileName, await textIn(archive, entry));
    }
    return files;
  } catch (error) {
    throw error instanceof AppError ? error : damaged(path, error);
  } finally {
    archive.close();
  }
}

async function opened(given: string | SentArchive, path: string): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true };
  try {
    return await (typeof given === 'string'
      ? openPromise(given, options)
      : fromBufferPromise(given.bytes, options));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw damaged(path, error);
    throw new AppError('APP_FILE_UNREADABLE', `cannot read ${path}: ${whyUnreadable(error)}`);
  }
}

/** The stream fails when the entry has more bytes than it declares. */
async function textIn(archive: ZipFile, entry: Entry): Promise<string> {
  return text(await archive.openReadStreamPromise(entry));
}

const unsafe = (path: string, reason: string): AppError =>
  new AppError('APP_ARCHIVE_UNSAFE', `${path} is not unpacked: ${reason}.`);

function damaged(path: string, error: unknown): AppError {
  const reason = messageOf(error);
  // No real backup has names that lead out of the folder.
  if (/^(?:invalid relative path|absolute path|invalid characters in fileName)/.test(reason))
    return unsafe(path, `a file in it has a name that leads elsewhere (${reason})`);
  if (/too many bytes in the stream/.test(reason)) return unsafe(path, 'a file in it is larger than it says');
  return new AppError('APP_ARCHIVE_INVALID', `${path} is not a ZIP archive that can be read: ${reason}`);
}
