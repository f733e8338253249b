import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { earlierFolders, lastFolder } from './import-rules.ts';
import { projectRoot } from './planted-tree.ts';

// The import check only sees files that another file imports; these tests look at all files.

/** Everything that is in the repository or about to be. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

/** Names that say nothing: `utils.ts`, `helpers/x.ts`, `string-util.ts`; not `find-common-substrings.ts`. */
const VAGUE = /(?:^|\/)(?:(?:[^/]*[-.])?(?:utils?|helpers?|misc)|common)(?:[./]|$)/i;

describe('file names', () => {
  it.each(['src/utils.ts', 'src/url/helpers/pad.ts', 'common/x.ts', 'src/string-util.ts', 'Misc.md'])(
    '%s would be refused',
    (name) => expect(name).toMatch(VAGUE),
  );

  it.each(['src/find-common-substrings.ts', 'src/utility-bill.ts', 'src/commons.ts'])(
    '%s would not',
    (name) => expect(name).not.toMatch(VAGUE),
  );

  it('no file is called util, misc, helpers or common', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => VAGUE.test(file))).toEqual([]);
  });

  it('every folder of src/ has its place in the list of import directions', () => {
    const known = [...earlierFolders, lastFolder];
    const folders = new Set(files.flatMap((file) => /^src\/([^/]+)\//.exec(file)?.[1] ?? []));
    expect([...folders].filter((folder) => !known.includes(folder))).toEqual([]);
  });
});
