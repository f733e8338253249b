import { documentType, fileType } from '../../document/index.ts';
import { PdfReader } from '../../fetch/index.ts';
import { PageVersion } from '../track/page-version.ts';

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
