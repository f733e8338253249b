// Whether what was fetched is kept.
import { type CandidateKind, isPartOfPage } from './candidate.ts';
import { extensionOf } from './kinds-and-extensions.ts';
import { firstDecision, type Rule, type ScopeDecision } from './rule.ts';

/** What is known of an answer once its headers, or parts of its body, have been read. */
export interface FetchedContent {
  readonly kind: CandidateKind;
  readonly path: string;
  /** The Content-Type header, or null. */
  readonly contentType: string | null;
  /** Decoded bytes read so far, or the announced length before any are read; null when neither is known. */
  readonly bytes: number | null;
}

/** Decides whether what was fetched is kept. Asked as soon as the headers arrive, so that an unwanted body is not read. */
export type ContentRule = Rule<FetchedContent>;

interface ContentSettings {
  readonly maxBytes: number;
}

/** The rules on what came back, in the order in which they are asked. */
export function judgeContent(settings: ContentSettings): (content: FetchedContent) => ScopeDecision {
  const rules: readonly ContentRule[] = [contentTypeNotWanted, contentTooLarge(settings.maxBytes)];
  return (content) => firstDecision(rules, content);
}

/** Rejects bodies larger than the user wants to keep. A truncated page is never kept instead. */
export const contentTooLarge = (maxBytes: number): ContentRule => ({
  name: 'too large',
  decide: ({ bytes }) => (bytes !== null && bytes > maxBytes ? 'reject' : 'none'),
  reason: ({ bytes }) => `${bytes} bytes; at most ${maxBytes} are kept`,
});

// The counterpart of the denied extensions, for downloads whose URL has no extension (`/download?file=7`).
const denied =
  /^(?:audio\/|video\/|application\/(?:x-)?(?:zip|zip-compressed|gzip|bzip2?|xz|zstd|tar|gtar|compressed|7z-compressed|rar(?:-compressed)?|vnd\.rar|java-archive|iso9660-image|apple-diskimage|msdownload|msdos-program|msi|executable|sharedlib|debian-package|rpm|redhat-package-manager)$|application\/vnd\.(?:android\.package-archive|microsoft\.portable-executable|debian\.binary-package)$)/;

/** What servers send for a type that they do not know; a name such as `report.pdf` says more. */
const unknownType = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
]);
const documentExtensions = new Set(
  'csv doc docx epub htm html json md odp ods odt pdf ppt pptx ps rtf svg tex tsv txt xhtml xls xlsx xml'.split(
    ' ',
  ),
);

/** Rejects archives, programs, audio and video. An answer without a type is kept: its bytes show what it is. */
const contentTypeNotWanted: ContentRule = {
  name: 'content type',
  decide: (content) => {
    const type = mediaType(content.contentType);
    if (type === null || isPartOfPage(content)) return 'none';
    if (unknownType.has(type)) return documentExtensions.has(extensionOf(content.path)) ? 'none' : 'reject';
    return denied.test(type) ? 'reject' : 'none';
  },
  reason: ({ contentType }) => `${mediaType(contentType)} is left out`,
};

/** In lower case, without parameters; null when there is none. */
function mediaType(contentType: string | null): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}
