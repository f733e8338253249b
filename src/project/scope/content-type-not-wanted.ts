import { isEmbedded } from './candidate.ts';
import { extensionOf } from './denied-extension.ts';
import type { ContentRule } from './fetched-content.ts';

// The counterpart of the denied extensions, for downloads whose URL does not tell (`/download?file=7`).
const denied =
  /^(?:audio\/|video\/|application\/(?:x-)?(?:zip|zip-compressed|gzip|bzip2?|xz|zstd|tar|gtar|compressed|7z-compressed|rar(?:-compressed)?|vnd\.rar|java-archive|iso9660-image|apple-diskimage|msdownload|msdos-program|msi|executable|sharedlib|debian-package|rpm|redhat-package-manager)$|application\/vnd\.(?:android\.package-archive|microsoft\.portable-executable|debian\.binary-package)$)/;

/** Servers that do not know a type call it this; a name such as `report.pdf` then knows better. */
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

/** Rejects archives, programs, audio and video. An answer without a type is kept: its bytes will tell. */
export const contentTypeNotWanted: ContentRule = {
  name: 'content type',
  decide: (content) => {
    const type = mediaType(content.contentType);
    if (type === null || isEmbedded(content)) return 'none';
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
