import { asUtf8 } from '../text/charset.ts';
import type { HtmlScanOptions } from './html-scanner.ts';
import { type HtmlDocument, scanUtf8 } from './scan-html.ts';
import { PageReader } from './wasm/page-reader.ts';

/** What `scanHtml` reads, faster: by the page reader, unless the page is one that it refuses. */
export function readHtml(bytes: Uint8Array, charset: string, options: HtmlScanOptions = {}): HtmlDocument {
  const utf8 = asUtf8(bytes, charset);
  const page = options.isXml === true ? null : pageReader().read(utf8);
  return page ?? scanUtf8(utf8, options);
}

let reader: PageReader | null = null;

/** The one of this thread. */
export function pageReader(): PageReader {
  reader ??= new PageReader();
  return reader;
}
