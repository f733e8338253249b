import { createHash, hash } from 'node:crypto';
import { HtmlScanner } from './html/html-scanner.ts';
import type { HtmlSink, Namespace, StartTag, TextKind } from './html/html-sink.ts';
import { HtmlReader } from './html/scan-html.ts';
import { documentType, isXhtml, type ReadDocument, readDocument } from './read-document.ts';
import { scratchPage } from './segments/leaf-columns.ts';
import { type Leaves, leavesOf } from './segments/leaf-list.ts';
import { segmentFeed } from './segments/segment-feed.ts';
import { SegmentSink } from './segments/segment-html.ts';
import { isMadeOfRecords, recordLeaves, textLeaves } from './segments/segment-text.ts';
import { asUtf8, decodeText, detectCharset } from './text/charset.ts';

/** Most text kept of a large document, in bytes. */
const mostText = 1_000_000;

/** A document with its leaves. */
interface DocumentWithLeaves {
  /** For a large document, with only the beginning of its text. */
  readonly document: ReadDocument;
  readonly leaves: Leaves;
  /** As `signatureOfText`, for all of the text; null for anything but HTML. */
  readonly textSignature: Uint8Array | null;
}

/** The hash of a page's title and body text. */
export function signatureOfText(title: string, bodyText: string | Uint8Array): Uint8Array {
  if (bodyText.length >= mostText) return createHash('md5').update(`${title}\n`).update(bodyText).digest();
  // One call takes half the time on a page of usual size, but copies the text.
  if (typeof bodyText === 'string') return hash('md5', `${title}\n${bodyText}`, 'buffer');
  return hash('md5', Buffer.concat([Buffer.from(`${title}\n`), bodyText]), 'buffer');
}

/** Bytes of a page that are read in one piece; this takes some milliseconds. */
const slice = 128 * 1024;

/**
 * Reads a large document piece by piece, everything in one pass; the result equals that of `readDocument` and `segmentHtml`. Between two
 * pieces the caller can do other work.
 */
export function* readInPieces(
  bytes: Uint8Array,
  contentType: string | null,
): Generator<void, DocumentWithLeaves> {
  if (documentType(bytes, contentType) === 'html') return yield* readHtmlInPieces(bytes, contentType);
  const document = readDocument(bytes, contentType);
  const textSignature = null;
  if (document.type === 'other') return { document, leaves: leavesOf([]), textSignature };
  yield;
  const text = document.type === 'text' ? document.text : decodeText(bytes, document.charset.charset);
  if (document.type === 'feed') return { document, leaves: leavesOf(segmentFeed(text)), textSignature };
  const leaves = isMadeOfRecords(contentType) ? recordLeaves(text) : textLeaves(text);
  const beginning = document.type === 'text' ? { ...document, text: beginningOf(text) } : document;
  return { document: beginning, leaves: yield* leaves, textSignature };
}

function* readHtmlInPieces(
  bytes: Uint8Array,
  contentType: string | null,
): Generator<void, DocumentWithLeaves> {
  const charset = detectCharset(bytes, contentType);
  const utf8 = asUtf8(bytes, charset.charset);
  yield;
  const reader = new HtmlReader(utf8);
  const segments = new SegmentSink(utf8, reader.links);
  const scanner = new HtmlScanner(utf8, new BothSinks(segments, reader), { isXml: isXhtml(contentType) });
  // Smaller pages share memory with others, so they are read in one piece.
  const piece = utf8.length > scratchPage ? slice : utf8.length;
  for (let until = piece; scanner.scan(until); until += piece) yield;
  const html = reader.document(mostText);
  const textSignature = signatureOfText(html.title, reader.bodyBytes);
  return { leaves: segments.tree().list, document: { type: 'html', charset, html }, textSignature };
}

/** Copies the beginning: a slice of a string keeps the whole string in memory. */
function beginningOf(text: string): string {
  return text.length <= mostText ? text : Buffer.from(text.slice(0, mostText)).toString();
}

/** Forwards everything to two sinks. */
class BothSinks implements HtmlSink {
  readonly #first: HtmlSink;
  readonly #second: HtmlSink;

  constructor(first: HtmlSink, second: HtmlSink) {
    this.#first = first;
    this.#second = second;
  }

  startTag(tag: StartTag): void {
    this.#first.startTag(tag);
    this.#second.startTag(tag);
  }

  endTag(tag: number): void {
    this.#first.endTag(tag);
    this.#second.endTag(tag);
  }

  text(start: number, end: number, kind: TextKind, namespace: Namespace, inert: boolean): void {
    this.#first.text(start, end, kind, namespace, inert);
    this.#second.text(start, end, kind, namespace, inert);
  }

  rawText(element: number, start: number, end: number, inert: boolean): void {
    this.#first.rawText(element, start, end, inert);
    this.#second.rawText(element, start, end, inert);
  }
}
