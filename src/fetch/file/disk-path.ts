import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { FetchError } from '../errors.ts';
import { namesOf } from '../protocol/url-names.ts';

/** A path on this machine as bytes, because file names are bytes. */
export type DiskPath = Buffer;

/** Throws FETCH_URL_INVALID for folders of other machines, which must be mounted first. */
export function diskPath(url: string): DiskPath {
  const host = URL.parse(url)?.host ?? '';
  if (host !== '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `${url}: "${host}" is another machine: mount its folder, then use file:///...`,
      {
        url,
      },
    );
  }
  const names = namesOf(url);
  // On Windows a path starts with `C:` instead of the root.
  const start = /^[A-Za-z]:$/.test(names[0] ?? '') && sep === '\\' ? '' : sep;
  return Buffer.from(`${start}${names.join(sep)}`, 'latin1');
}

/** The path with all links resolved. Throws FETCH_OUTSIDE_ROOT if it ends outside all roots. */
export async function pathInside(url: string, path: DiskPath, roots: readonly DiskPath[]): Promise<DiskPath> {
  const real = await realpath(path, { encoding: 'buffer' });
  if (roots.some((root) => isInside(root, real))) return real;
  throw new FetchError(
    'FETCH_OUTSIDE_ROOT',
    `${url}: it is not below a folder that may be read, or a link leads out of that folder`,
    { url },
  );
}

function isInside(root: DiskPath, path: DiskPath): boolean {
  if (path.equals(root)) return true;
  const folder = root.at(-1) === sep.charCodeAt(0) ? root : Buffer.concat([root, Buffer.from(sep)]);
  return path.length > folder.length && path.subarray(0, folder.length).equals(folder);
}
