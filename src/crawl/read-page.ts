import { gunzipSync } from 'node:zlib';
import { type ReadDocument, readDocument, scanSitemap } from '../document/index.ts';
import type { QueuedPage } from '../store/index.ts';

/** The sitemap protocol allows 50 MB unpacked. */
const MOST_SITEMAP_BYTES = 52_428_800;

/** What a body is and says. What was asked for as a sitemap may also be a gzip file of its own, or a plain list of URLs. */
export function readPage(page: QueuedPage, body: Uint8Array, contentType: string | null): ReadDocument {
  if (page.linkKind !== 'listed') return readDocument(body, contentType);
  const unpacked = unpack(body);
  const document = readDocument(unpacked ?? body, unpacked === null ? contentType : null);
  if (document.type !== 'text') return document;
  return { type: 'sitemap', charset: document.charset, sitemap: scanSitemap(document.text) };
}

/** Whether the content rules should take a packed sitemap for what is in it. */
export function isPackedSitemap({ linkKind }: QueuedPage, body: Uint8Array): boolean {
  return linkKind === 'listed' && body[0] === 0x1f && body[1] === 0x8b;
}

function unpack(body: Uint8Array): Uint8Array | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return null;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_SITEMAP_BYTES });
  } catch {
    return null; // damaged or too large: a file like any other
  }
}
