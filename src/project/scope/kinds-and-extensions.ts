// Which kinds of links and files a crawl takes, as far as the link itself tells.
import { type Candidate, isPartOfPage, type ScopeRule } from './candidate.ts';

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
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}
