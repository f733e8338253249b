// The thread that reads PDFs: one file after the other, one answer for each.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { PdfLimits, PdfText } from './pdf-reader.ts';

const port = parentPort as MessagePort;
const { maxPages, maxCharacters } = workerData as PdfLimits;

async function read(bytes: Uint8Array): Promise<PdfText> {
  // The text needs no fonts, and warnings about the file are not shown.
  const document = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages; number++) {
    if (number > maxPages || length > maxCharacters) break;
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    page.cleanup();
    pages.push(text.trim());
    length += text.length;
  }
  const isWhole = pages.length === document.numPages && length <= maxCharacters;
  const result = { text: pages.join('\n\n').slice(0, maxCharacters), pages: document.numPages, isWhole };
  await document.loadingTask.destroy();
  return result;
}

port.on('message', async (bytes: Uint8Array) => {
  const answer = await read(bytes).catch(
    ({ name, message }: Error): PdfText => ({
      problem:
        name === 'PasswordException' ? 'it is locked with a password' : `it is not a valid PDF (${message})`,
    }),
  );
  port.postMessage(answer);
});
