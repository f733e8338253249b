import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../projects/run-command.ts';

const page =
  '<title>Lamps</title><main><h1>Desk lamp</h1><p>It shines. Its price is 29,90 € today. Buy it.</p></main>';

function savedPage(content: string | Buffer = page) {
  const folder = folderForThisTest();
  const file = join(folder, 'lamp.html');
  writeFileSync(file, content);
  return { folder, file };
}

describe('tidemark detect', () => {
  test('says what it understood, and shows the sentence and its place', async () => {
    const { file } = savedPage();
    const { stdout, stderr, exitCode } = await runCommand(['detect', file, '--detector', 'price < 30']);
    expect({ stdout, stderr, exitCode }).toEqual({
      stderr: 'I understood: the number beside "price" below 30.\n',
      stdout:
        'price < 30: the number beside "price" is 29,90 €: below 30\n    Its price is 29,90 € today.\n    at main/p\n',
      exitCode: 0,
    });
  });

  test('prints matches as JSON, of several detectors', async () => {
    const { file } = savedPage();
    const found = await runCommand([
      ...['detect', file, '--json', '--url', 'https://shop.example/lamp'],
      ...['--detector', '"desk lamp"', '--detector', 'price < 30', '--detector', 'vase'],
    ]);
    expect(objectsOf(found)).toMatchObject([
      {
        detector: '"desk lamp"',
        url: 'https://shop.example/lamp',
        title: 'Lamps',
        place: { path: 'main/h1' },
      },
      { detector: 'price < 30', number: { before: null, after: 29.9 } },
    ]);
  });

  test('takes the detectors of a project file, with their scopes', async () => {
    const { folder, file } = savedPage();
    const project = join(folder, 'shop.yaml');
    writeFileSync(
      project,
      'name: shop\nsource: https://shop.example/\ndetectors: [{ name: a, words: [lamp], match: /lamps/ }, { name: b, words: [lamp] }]\n',
    );
    const all = await runCommand(['detect', file, '--project', project]);
    expect(all.stdout).toMatch(/^b: /);
    const lamps = await runCommand([
      'detect',
      file,
      '--project',
      project,
      '--url',
      'https://shop.example/lamps/',
    ]);
    expect(lamps.stdout.match(/^[ab]: /gm)).toEqual(['a: ', 'b: ']);
  });

  test('reads a page in its own character set', async () => {
    const { file } = savedPage(
      Buffer.from('<meta charset=iso-8859-2><p>Ta grypa jest gro\xbcna</p>', 'latin1'),
    );
    const { stdout } = await runCommand(['detect', file, '--detector', 'groźna']);
    expect(stdout).toContain('Ta grypa jest groźna');
  });

  test('says when there is nothing, and what is wrong', async () => {
    const { folder, file } = savedPage();
    const said = async (...args: readonly string[]) => {
      const { stderr, exitCode } = await runCommand(['detect', ...args]);
      return `${exitCode} ${stderr.split('\n').at(-2)}`;
    };
    expect(await said(file, '--detector', 'vase')).toBe('0 The detector finds nothing on this page.');
    expect(await said(file, '--detector', 'vase', '--detector', 'table')).toBe(
      '0 The detectors find nothing on this page.',
    );
    expect(await said(file)).toMatch(/^2 .*Say what to look for: .*\[CLI_OPTION_INVALID\]$/);
    expect(await said(file, '--detector', 'price < cheap')).toMatch(
      /^2 .*--detector: "cheap" is not a number/,
    );
    expect(await said(join(folder, 'none.html'), '--detector', 'a')).toMatch(/\[CLI_INPUT_UNREADABLE\]$/);
    const empty = join(folder, 'empty.yaml');
    writeFileSync(empty, 'name: shop\nsource: https://shop.example/\n');
    expect(await said(file, '--project', empty)).toContain('has no detectors. Add some');
  });
});

describe('tidemark stem', () => {
  test('shows the stems of words, as a table and as JSON', async () => {
    const table = await runCommand(['stem', '--lang', 'pl', 'wirusów', 'Grypie']);
    expect(table.stdout).toBe('word     stem\nwirusów  wirus\nGrypie   gryp\n');
    const json = await runCommand(['stem', '--lang', 'en', '--json', 'viruses']);
    expect(objectsOf(json)).toEqual([{ word: 'viruses', stem: 'virus' }]);
  });

  test('reads words from standard input, one per line', async () => {
    const { stdout } = await runCommand(['stem', '--lang', 'de', '--json'], {}, 'Häuser\nLampen\n');
    expect(stdout).toBe('{"word":"Häuser","stem":"haus"}\n{"word":"Lampen","stem":"lamp"}\n');
  });

  test('needs a language that it knows', async () => {
    expect(await runCommand(['stem', 'a'])).toMatchObject({ exitCode: 2 });
    const unknown = await runCommand(['stem', '--lang', 'xx', 'a']);
    expect(unknown).toMatchObject({ exitCode: 2 });
    expect(unknown.stderr).toContain('Allowed choices are en, de, fr, es, it, pt, nl, ru, pl');
  });
});
