import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { FetchError } from '../errors.ts';
import { namesOf } from '../protocol/url-names.ts';

/** A path on this machine as bytes, because names on disks are. */
export type DiskPath = Buffer;

/** Throws FETCH_URL_INVALID for folders of other machines: those are mounted first. */
export function diskPath(url: string): DiskPath {
  const host = URL.parse(url)?.host ?? '';
  if (host !== '') {
    throw new FetchError(
      'FETCH_URL_INVALID',
      `${url}: "${host}" is another machine: mount its folder, then file:///...`,
      {
        url,
      },
    );
  }
  const names = namesOf(url);
  // `C:` stands where the root is on Windows.
  const start = /^[A-Za-z]:$/.test(names[0] ?? '') && sep === '\\' ? '' : sep;
  return Buffer.from(`${start}${names.join(sep)}`, 'latin1');
}

/** The path without links on its way. Throws FETCH_OUTSIDE_ROOT when it ends outside of all roots. */
export async function pathInside(url: string, path: DiskPath, roots: readonly DiskPath[]): Promise<DiskPath> {
  const real = await realpath(path, { encoding: 'buffer' });
  if (roots.some((root) => isInside(root, real))) return real;
  throw new FetchError(
    'FETCH_OUTSIDE_ROOT',
    `${url}: it is not below a folder that may be read, or a link on the way leads out of it`,
    { url },
  );
}

function isInside(root: DiskPath, path: DiskPath): boolean {
  if (path.equals(root)) return true;
  const folder = root.at(-1) === sep.charCodeAt(0) ? root : Buffer.concat([root, Buffer.from(sep)]);
  return path.length > folder.length && path.subarray(0, folder.length).equals(folder);
}
