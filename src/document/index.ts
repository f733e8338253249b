export { findCssUrls } from './html/css-urls.ts';
export { isEmptyShell } from './html/empty-shell.ts';
export { scanTags } from './html/html-scanner.ts';
export type { HtmlSink } from './html/html-sink.ts';
export { mergeDirectives, parseRobotsHeader, type RobotsDirectives } from './html/page-facts.ts';
export { scanHtml } from './html/scan-html.ts';
export { readInPieces, signatureOfText } from './large-document.ts';
export { isNavigation, isNofollow, type Link, type LinkKind } from './link.ts';
export { boundedTogether, compilePattern, PatternSteps } from './patterns/compile-pattern.ts';
export { PatternIndex } from './patterns/pattern-index.ts';
export { type Requirement, requiredLiterals } from './patterns/required-literals.ts';
export { documentType, type ReadDocument, readDocument } from './read-document.ts';
export {
  type RegionPage,
  type Regions,
  regionCutter,
  regionFinder,
  regionPage,
} from './regions/cut-regions.ts';
export { checkSelector, selection } from './regions/selectors.ts';
export { isIdeograph, isWordCharacter } from './segments/character-class.ts';
export { type Leaves, leavesOf, type WrittenLeaves } from './segments/leaf-list.ts';
export type { Segment, SegmentKind } from './segments/segment.ts';
export { segmentsVersion } from './segments/segment.ts';
export { composeSegment, segmentFeed, splitTokens } from './segments/segment-feed.ts';
export type { TokenId } from './segments/segment-hash.ts';
export { hashText, wordId } from './segments/segment-hash.ts';
export { segmentHtml } from './segments/segment-html.ts';
export { isMadeOfRecords, segmentRecords, segmentText } from './segments/segment-text.ts';
export { charsetOfLabel, decodeText, detectCharset } from './text/charset.ts';
export { encodeQuery, encoderFor, type TextEncoding } from './text/encode-text.ts';
export { fileType, fileTypeBytes } from './text/file-type.ts';
export { type SearchWord, searchWords } from './text/search-words.ts';
export {
  linksIn,
  type PageNode,
  pageTree,
  parseToEnd,
  readForComparison,
  refuseDeeper,
  textsIn,
} from './tree/page-tree.ts';
export { scanSitemap } from './xml/scan-sitemap.ts';
