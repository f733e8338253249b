import type { TreeTruth } from './changing-tree.ts';

/** The flag that a visit gave to a file. */
export interface FlaggedFile {
  readonly url: string;
  readonly flag: string;
}

/** Files of the tree at `root` that have a wrong flag, two flags or none. */
export function wrongFlags(
  flagged: readonly FlaggedFile[],
  root: string,
  { flags }: TreeTruth,
): readonly string[] {
  const open = new Map<string, string>(flags);
  const wrong: string[] = [];
  for (const { url, flag } of flagged) {
    const name = url.slice(root.length);
    if (!url.startsWith(root) || open.get(name) !== flag) wrong.push(`${url} is not ${flag}`);
    open.delete(name);
  }
  for (const [name, flag] of open) wrong.push(`${root}${name} is ${flag}, and has no flag`);
  return wrong;
}
