import { readFile } from 'node:fs/promises';
import type { ReceivedFile } from '../../fetch/index.ts';
import type { QueuedPage, Store } from '../../store/index.ts';
import type { Comparison, ToldPage } from '../../track/index.ts';
import type { Equality } from '../track/equality/equality.ts';
import { PageComparer } from '../track/page-comparer.ts';
import { SiteKnowledge } from '../track/site-knowledge.ts';
import { type FileReader, hasWords } from './file-reader.ts';

/** Larger files are compared by hash only: comparing words needs many times their size in memory. */
const MOST_COMPARED = 8 * 1024 * 1024;

export interface FileComparison {
  readonly equalityFor: (url: string) => Equality;
  /** Whether the user chose how to compare. If not, every different byte is a change: files have no noise. */
  readonly isChosen: boolean;
}

/** How a file differs from its last good version, and what to tell about it. */
export interface ComparedFile {
  readonly comparison: Comparison | null;
  readonly told: ToldPage | null;
}

export const notCompared: ComparedFile = { comparison: null, told: null };
const sameWords: Comparison = { level: 'changed', summary: 'different bytes, the same words', judged: [] };

/** Says how a file differs from its last good version. */
export class FileComparer {
  readonly #contents: Store['contents'];
  readonly #reader: FileReader;
  readonly #isChosen: boolean;
  readonly #pages: PageComparer;

  constructor(contents: Store['contents'], reader: FileReader, { equalityFor, isChosen }: FileComparison) {
    this.#contents = contents;
    this.#reader = reader;
    this.#isChosen = isChosen;
    this.#pages = new PageComparer({
      knowledge: new SiteKnowledge([]),
      twins: null,
      images: null,
      equalityFor,
      onTwin: () => undefined,
    });
  }

  /** Nulls when only size and hash can be compared. */
  async compare(
    page: QueuedPage,
    { content, size }: Pick<ReceivedFile, 'content' | 'size'>,
    type: string,
    head: Uint8Array,
  ): Promise<ComparedFile> {
    const { lastGood, url } = page;
    if (lastGood === null || lastGood.sha256 === null) return notCompared;
    if (size > MOST_COMPARED || (lastGood.bytes ?? 0) > MOST_COMPARED || !hasWords(type, head))
      return notCompared;
    const before = await this.#contents.read(lastGood.sha256);
    const last = await this.#reader.version(url, before, lastGood.type);
    const now = await this.#reader.version(url, await bytesOf(content), type);
    if (!last.hasText || !now.hasText) return notCompared;
    const words = await this.#pages.compare(page, last, now);
    const comparison = words.level === 'changed' || this.#isChosen ? words : sameWords;
    return { comparison, told: this.#pages.newsOf(page, last, now, comparison)?.told ?? null };
  }
}

async function bytesOf(content: ReceivedFile['content']): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : readFile(content.path);
}
