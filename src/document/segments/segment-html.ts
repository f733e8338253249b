import { type HtmlScanOptions, scanTags } from '../html/html-scanner.ts';
import { asUtf8 } from '../text/charset.ts';
import { SegmentSink } from './segment-sink.ts';
import type { SegmentTree } from './segment-tree.ts';

/** The segments of a page. Never throws; time and memory are linear in the size of the page. */
export function segmentHtml(
  bytes: Uint8Array,
  charset = 'utf-8',
  options: HtmlScanOptions = {},
): SegmentTree {
  const utf8 = asUtf8(bytes, charset);
  const sink = new SegmentSink(utf8);
  scanTags(utf8, sink, options);
  return sink.tree();
}
