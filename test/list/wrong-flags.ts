import type { TreeTruth } from './changing-tree.ts';

/** What was told of one file. */
export interface ToldFile {
  readonly url: string;
  readonly flag: string;
}

/** The names of files of the tree at `root` that were told wrongly, twice or not at all. */
export function wrongFlags(told: readonly ToldFile[], root: string, { flags }: TreeTruth): readonly string[] {
  const open = new Map<string, string>(flags);
  const wrong: string[] = [];
  for (const { url, flag } of told) {
    const name = url.slice(root.length);
    if (!url.startsWith(root) || open.get(name) !== flag) wrong.push(`${url} is no ${flag}`);
    open.delete(name);
  }
  for (const [name, flag] of open) wrong.push(`${root}${name} is ${flag}, and was not told`);
  return wrong;
}
