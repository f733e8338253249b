import { asUtf8 } from '../text/charset.ts';
import type { HtmlScanOptions } from './html-scanner.ts';
import { type HtmlDocument, scanUtf8 } from './scan-html.ts';
import { PageReader } from './wasm/page-reader.ts';

export interface ReadOptions {
  /** Whether the words of the leaves are wanted, too. */
  readonly findsWords?: boolean;
}

/** What `scanHtml` reads, faster: by the page reader, unless the page is one that it refuses. */
export function readHtml(
  bytes: Uint8Array,
  charset: string,
  { findsWords = false, ...options }: HtmlScanOptions & ReadOptions = {},
): HtmlDocument {
  const utf8 = asUtf8(bytes, charset);
  const page = options.isXml === true ? null : pageReader().read(utf8, findsWords);
  return page ?? scanUtf8(utf8, options);
}

let reader: PageReader | null = null;

/** The one of this thread. */
export function pageReader(): PageReader {
  reader ??= new PageReader();
  return reader;
}
