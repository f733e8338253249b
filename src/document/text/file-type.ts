/** The first bytes of binary formats, at the start of the file unless `at` says otherwise. */
const signatures: readonly { readonly type: string; readonly bytes: string; readonly at?: number }[] = [
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF8' },
  { type: 'image/webp', bytes: 'WEBP', at: 8 },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/x-icon', bytes: '\0\0\x01\0' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/gzip', bytes: '\x1f\x8b' },
  { type: 'application/x-bzip2', bytes: 'BZh' },
  { type: 'application/x-xz', bytes: '\xfd7zXZ\0' },
  { type: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { type: 'application/x-7z-compressed', bytes: '7z\xbc\xaf\x27\x1c' },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/x-tar', bytes: 'ustar', at: 257 },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { type: 'application/vnd.sqlite3', bytes: 'SQLite format 3\0' },
  { type: 'application/x-executable', bytes: '\x7fELF' },
  { type: 'application/wasm', bytes: '\0asm' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/wav', bytes: 'WAVE', at: 8 },
  { type: 'audio/flac', bytes: 'fLaC' },
  { type: 'application/ogg', bytes: 'OggS' },
  { type: 'video/mp4', bytes: 'ftyp', at: 4 },
  { type: 'video/webm', bytes: '\x1a\x45\xdf\xa3' },
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'font/woff2', bytes: 'wOF2' },
];

/** Types by file extension: they distinguish formats that are zip files, and decide how a text is read. */
const extensions: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  epub: 'application/epub+zip',
  jar: 'application/java-archive',
  svg: 'image/svg+xml',
};

/** How many bytes `fileType` reads. */
export const fileTypeBytes = 512;

/**
 * The type of a file that came without a Content-Type, by its first bytes and its name. The bytes win where they are certain:
 * a picture called `notes.txt` is a picture. Null when neither says.
 */
export function fileType(name: string, head: Uint8Array): string | null {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, fileTypeBytes)).toString(
    'latin1',
  );
  const found = signatures.find(({ bytes, at = 0 }) => start.startsWith(bytes, at))?.type ?? null;
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(extensions, extension) ? (extensions[extension] ?? null) : null;
  if (found === null) return named;
  return found === 'application/zip' && named !== null && !named.startsWith('text/') ? named : found;
}
