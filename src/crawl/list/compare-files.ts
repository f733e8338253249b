import { readFile } from 'node:fs/promises';
import type { Store } from '../../database/store.ts';
import { documentType, fileType } from '../../document/index.ts';
import { PdfReader, type ReceivedFile } from '../../fetch/index.ts';
import type { Comparison } from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { ChangedText } from '../track/changed-text.ts';
import type { Equality } from '../track/equality/equality.ts';
import { PageComparer } from '../track/page-comparer.ts';
import { PageVersion } from '../track/page-version.ts';
import { SiteKnowledge } from '../track/site-knowledge.ts';

/** Larger files are compared by hash only: comparing words needs many times their size in memory. */
const MOST_COMPARED = 8 * 1024 * 1024;

/** Compares files that have words. Nothing is learned about their site. */
export const comparerOfFiles = (equalityFor: (url: string) => Equality): PageComparer =>
  new PageComparer({
    knowledge: new SiteKnowledge([]),
    twins: null,
    images: null,
    pictures: null,
    equalityFor,
    run: 0,
    onTwin: () => undefined,
  });

/** A fetched file, and its words if they can be read. */
export interface ReadFile {
  /** How it differs from its last good version; null when only size and hash can be compared. */
  readonly comparison: Comparison | null;
  /** Null when it was not read, or has no words. */
  readonly version: PageVersion | null;
  readonly news: ChangedText | null;
}

export const notRead: ReadFile = { comparison: null, version: null, news: null };
const sameWords: Comparison = { level: 'changed', summary: 'different bytes, the same words', judged: [] };

type Received = Pick<ReceivedFile, 'content' | 'size'>;

interface ComparerOptions {
  readonly contents: Store['contents'];
  readonly reader: FileReader;
  readonly pages: PageComparer;
  /** Whether the user chose how to compare. If not, every different byte is a change: files have no noise. */
  readonly isChosen: boolean;
}

/** Reads the words of files, and says how they differ from the last good version. */
export class FileComparer {
  readonly #options: ComparerOptions;

  constructor(options: ComparerOptions) {
    this.#options = options;
  }

  /** Reads a file that has no version to compare with. */
  async read(
    { url }: QueuedPage,
    { content, size }: Received,
    type: string,
    head: Uint8Array,
  ): Promise<ReadFile> {
    if (size > MOST_COMPARED || !hasWords(type, head)) return notRead;
    return { ...notRead, version: await this.#options.reader.version(url, await bytesOf(content), type) };
  }

  /** Returns nulls when only size and hash can be compared. */
  async compare(page: QueuedPage, received: Received, type: string, head: Uint8Array): Promise<ReadFile> {
    const { lastGood, url } = page;
    if (lastGood === null || lastGood.sha256 === null) return notRead;
    if ((lastGood.bytes ?? 0) > MOST_COMPARED) return notRead;
    const { version } = await this.read(page, received, type, head);
    if (version === null) return notRead;
    const { contents, reader, pages, isChosen } = this.#options;
    const last = await reader.version(url, await contents.read(lastGood.sha256), lastGood.type);
    if (!last.hasText || !version.hasText) return notRead;
    const words = await pages.compare(page, last, version);
    const comparison = words.level === 'changed' || isChosen ? words : sameWords;
    return { comparison, version, news: pages.changedText(page, last, version, comparison) };
  }
}

async function bytesOf(content: ReceivedFile['content']): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : readFile(content.path);
}

const PDF = 'application/pdf';

/** The type of a file, by its name and first bytes. Never null, so that reports can name it. */
export function typeOfFile(url: string, head: Uint8Array): string {
  const found = fileType(url, head);
  if (found !== null) return found;
  const document = documentType(head, null);
  if (document === 'html') return 'text/html';
  return document === 'other' ? 'application/octet-stream' : 'text/plain';
}

/** Whether files of this type have words to compare. */
export function hasWords(type: string, head: Uint8Array): boolean {
  return type === PDF || documentType(head, type) !== 'other';
}

/** Reads the text of files. PDFs are read in a thread, which starts with the first one. */
export class FileReader {
  readonly #pdfs = new PdfReader();

  /** A version whose words can be compared. A PDF that cannot be read has no words. */
  async version(url: string, body: Uint8Array, type: string | null): Promise<PageVersion> {
    if (type !== PDF) return versionOf(url, body, type);
    const pdf = await this.#pdfs.read(body);
    if ('problem' in pdf) return versionOf(url, body, type);
    return versionOf(url, Buffer.from(pdf.text), 'text/plain; charset=utf-8');
  }

  close(): Promise<void> {
    return this.#pdfs.close();
  }
}

function versionOf(url: string, body: Uint8Array, type: string | null): PageVersion {
  return new PageVersion(url, body, { get: (name) => (name === 'content-type' ? type : null) });
}
