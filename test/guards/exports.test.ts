import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './planted-tree.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
});
const texts = new Map(
  tracked
    .split('\n')
    .filter((file) => /[.](?:tsx?|js|mjs|md)$/.test(file) && existsSync(join(projectRoot, file)))
    .map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]),
);

/** Tables of error codes, which the guard of docs/errors.md finds by itself; types that the declarations of other files name. */
const isAllowed = (name: string): boolean =>
  /Errors$/.test(name) || ['TokenRequest', 'AuditPart'].includes(name);

/** `file name` of exports of src that no other file mentions. */
function exportsForOneFile(files: ReadonlyMap<string, string>): readonly string[] {
  const mentions = new Map<string, number>();
  for (const text of files.values())
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      mentions.set(word, (mentions.get(word) ?? 0) + 1);
  return [...files].flatMap(([file, text]) =>
    /^src\/(?!.*[.](?:test|example)[.]ts$).*[.]ts$/.test(file)
      ? [
          ...text.matchAll(
            /^export (?:async )?(?:function\*?|const|class|interface|type) ([A-Za-z_$][\w$]*)/gm,
          ),
        ]
          .map(([, name = '']) => name)
          .filter((name) => mentions.get(name) === 1 && !isAllowed(name))
          .map((name) => `${file} ${name}`)
      : [],
  );
}

test('nothing is exported that only its own file uses', () => {
  expect(texts.size).toBeGreaterThan(1000);
  expect(exportsForOneFile(texts)).toEqual([]);
});

test('an export without another reader is named', () => {
  const files = new Map([
    ['src/a.ts', 'export const lonely = 1;\nexport const read = 2;\n'],
    ['src/b.ts', "import { read } from './a.ts';\n"],
  ]);
  expect(exportsForOneFile(files)).toEqual(['src/a.ts lonely']);
});
