export { findCssUrls } from './html/css-urls.ts';
export { isEmptyShell } from './html/empty-shell.ts';
export type { HtmlScanOptions } from './html/html-scanner.ts';
export { scanTags } from './html/html-scanner.ts';
export type { HtmlSink, Namespace, StartTag, TextKind } from './html/html-sink.ts';
export { kindOfRel } from './html/link-collector.ts';
export {
  mergeDirectives,
  parseRobotsHeader,
  type RobotsDirectives,
  robotName,
} from './html/robots-directives.ts';
export { type HtmlDocument, scanHtml } from './html/scan-html.ts';
export { type DocumentWithLeaves, readInPieces, signatureOfText } from './large-document.ts';
export { isEmbedded, isNavigation, isNofollow, type Link, type LinkKind } from './link.ts';
export { compilePattern } from './patterns/compile-pattern.ts';
export { PatternIndex } from './patterns/pattern-index.ts';
export { type Requirement, requiredLiterals } from './patterns/required-literals.ts';
export { type DocumentType, documentType, type ReadDocument, readDocument } from './read-document.ts';
export {
  type RegionCutter,
  type RegionFinder,
  type Regions,
  regionCutter,
  regionFinder,
} from './regions/cut-regions.ts';
export { checkSelector } from './regions/selectors.ts';
export { isIdeograph, isWordCharacter } from './segments/character-class.ts';
export { composeSegment, splitTokens } from './segments/compose-segment.ts';
export { type Leaves, leavesOf, sizeOfSegment, type WrittenLeaves } from './segments/leaf-list.ts';
export type { Segment, SegmentKind, SegmentNode } from './segments/segment.ts';
export { segmentsVersion } from './segments/segment.ts';
export { segmentFeed } from './segments/segment-feed.ts';
export type { TokenId } from './segments/segment-hash.ts';
export { hashText, wordId } from './segments/segment-hash.ts';
export { segmentHtml } from './segments/segment-html.ts';
export { isMadeOfRecords, segmentRecords, segmentText } from './segments/segment-text.ts';
export { SegmentTree } from './segments/segment-tree.ts';
export { type Charset, charsetOfLabel, decodeText, detectCharset } from './text/charset.ts';
export { encodeQuery, encoderFor, type TextEncoding } from './text/encode-text.ts';
export { fileType, fileTypeBytes } from './text/file-type.ts';
export { type SearchWord, searchWords } from './text/search-words.ts';
export { type PageNode, pageTree } from './tree/page-tree.ts';
export { type PageForComparison, readForComparison } from './tree/read-for-comparison.ts';
export { type Feed, scanFeed } from './xml/scan-feed.ts';
export { type Sitemap, type SitemapEntry, scanSitemap } from './xml/scan-sitemap.ts';
