// Whether what was fetched is kept.
import {
  type Candidate,
  type CandidateKind,
  firstDecision,
  isPartOfPage,
  type Rule,
  type ScopeDecision,
  type ScopeRule,
} from './candidate.ts';

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

/** Applies the rules on fetched content, in order. */
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

/** Types that servers send when they do not know the type; a name such as `report.pdf` says more. */
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

// Which kinds of links and files a crawl takes, as far as the link itself shows.

/** Which of the files that pages embed are fetched. */
export type AssetChoice = 'none' | 'images' | 'all';

/** Rejects what pages embed, unless the user asked for it. */
export const embeddedNotWanted = (assets: AssetChoice): ScopeRule => ({
  name: 'embedded',
  decide: ({ kind }) => {
    if (kind === 'image') return assets === 'none' ? 'reject' : 'none';
    return kind === 'asset' && assets !== 'all' ? 'reject' : 'none';
  },
  reason: ({ kind }) =>
    kind === 'image'
      ? 'part of a page, not a page: --assets images fetches it'
      : 'part of a page, not a page: --assets all fetches it',
});

/**
 * Archives, programs, disk images, audio and video: large, and without text to track. Documents (PDF, office files,
 * data) and linked pictures are fetched.
 */
export const deniedExtensions: ReadonlySet<string> = new Set(
  [
    '7z apk appimage arj bin br bz2 cab cpio deb dmg ear exe gz img ipa iso jar lz lz4 lzma msi msix pkg rar rpm',
    'snap tar tbz2 tgz txz vhd vhdx vmdk war whl xz z zip zst dll so dylib o class pyc',
    '3gp aac aif aiff avi flac flv m2ts m4a m4b m4v mid midi mka mkv mov mp2 mp3 mp4 mpeg mpg oga ogg ogv opus',
    'ra rm ts wav weba webm wma wmv',
  ].flatMap((line) => line.split(' ')),
);

/** Rejects links to files whose name says that they hold no text. */
export const deniedExtension = (denied: ReadonlySet<string>): ScopeRule => ({
  name: 'file extension',
  decide: (candidate) => {
    if (isPartOfPage(candidate) || isCompressedSitemap(candidate)) return 'none';
    return denied.has(extensionOf(candidate.path)) ? 'reject' : 'none';
  },
  reason: ({ path }) => `.${extensionOf(path)} files are left out`,
});

/** `sitemap.xml.gz`, listed in robots.txt or another sitemap. */
function isCompressedSitemap({ kind, path }: Candidate): boolean {
  return kind === 'listed' && /[.](?:xml|txt)[.]gz$/i.test(path);
}

/** In lower case, without the dot; '' when the last segment has none. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}
