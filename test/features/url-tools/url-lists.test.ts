import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOf, runTidemark } from '../../kernel/cli/run-tidemark.ts';

describe('tidemark url normalize', () => {
  it('prints {"input","url"} for each line', async () => {
    const result = await runTidemark(['url', 'normalize', '--json'], {
      input: 'HTTP://Example.ORG:80/a/../b%7e#top\n\nhttps://example.org\n',
    });
    expect(objectsOf(result)).toEqual([
      { input: 'HTTP://Example.ORG:80/a/../b%7e#top', url: 'http://example.org/b~' },
      { input: 'https://example.org', url: 'https://example.org/' },
    ]);
    expect(result.exitCode).toBe(0);
  });

  it('prints {"input","error"} for a line that is not a URL, continues, and exits with 1', async () => {
    const result = await runTidemark(['url', 'normalize', '--json'], { input: 'no url\nhttp://a/\n' });
    expect(objectsOf(result)).toEqual([
      { input: 'no url', error: { code: 'URL_INVALID', message: expect.stringContaining('"no url"') } },
      { input: 'http://a/', url: 'http://a/' },
    ]);
    expect(result).toMatchObject({ exitCode: 1, stderr: '' });
  });

  it('--base resolves relative links', async () => {
    const args = ['url', 'normalize', '--json', '--base', 'http://example.org/news/today.html'];
    expect(objectsOf(await runTidemark(args, { input: '../about\n?page=2\n//other.org\n' }))).toEqual([
      { input: '../about', url: 'http://example.org/about' },
      { input: '?page=2', url: 'http://example.org/news/today.html?page=2' },
      { input: '//other.org', url: 'http://other.org/' },
    ]);
  });

  it('a bad --base is reported once, before anything is read', async () => {
    const args = ['url', 'normalize', '--base', 'nowhere'];
    const { exitCode, stdout, stderr } = await runTidemark(args, { input: 'a\nb\n' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('"nowhere"');
  });

  it('--rules adds rules, --keep-fragment removes one', async () => {
    const input = 'http://example.org/News/Index.html?utm_source=mail&id=1#top\n';
    const urls = async (...args: readonly string[]) =>
      objectsOf(await runTidemark(['url', 'normalize', '--json', ...args], { input }));
    expect(await urls('--rules', 'tracking-parameters')).toMatchObject([
      { url: 'http://example.org/News/Index.html?id=1' },
    ]);
    expect(await urls('--rules', 'all')).toMatchObject([{ url: 'http://example.org/news?id=1' }]);
    expect(await urls('--rules', 'extended')).toMatchObject([
      { url: 'http://example.org/news?utm_source=mail&id=1' },
    ]);
    expect(await urls('--keep-fragment')).toMatchObject([{ url: input.trim() }]);
  });

  it('an unknown rule is refused with a list of the known ones', async () => {
    const { exitCode, stderr } = await runTidemark(['url', 'normalize', '--rules', 'nope']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/no rule "nope"\. Known: lower-case-path, .*\[CLI_OPTION_INVALID\]/);
  });

  it('--explain names the rules', async () => {
    const args = ['url', 'normalize', '--json', '--explain'];
    const [explained] = objectsOf(await runTidemark(args, { input: 'http://example.org:80/#x\n' }));
    expect(explained).toMatchObject({
      url: 'http://example.org/',
      steps: [
        { rule: 'default-port', after: 'http://example.org/#x' },
        { rule: 'no-fragment', after: 'http://example.org/' },
      ],
    });
  });
});

describe('tidemark url identity', () => {
  it('prints {"input","identity","removed"}', async () => {
    const input = 'http://example.org/a;jsessionid=0A1B2C?x=1\nhttp://example.org/a?sid=42\n';
    const result = await runTidemark(['url', 'identity', '--json'], { input });
    expect(objectsOf(result)).toEqual([
      {
        input: 'http://example.org/a;jsessionid=0A1B2C?x=1',
        identity: 'http://example.org/a?x=1',
        removed: [
          {
            text: 'jsessionid=0A1B2C',
            place: 'path parameter "jsessionid"',
            rule: expect.any(String),
            why: expect.any(String),
          },
        ],
      },
      { input: 'http://example.org/a?sid=42', identity: 'http://example.org/a?sid=42', removed: [] },
    ]);
  });

  it('shows people what was removed, and which line is not a URL', async () => {
    const input = 'http://example.org/?PHPSESSID=1\nno url\n';
    const { exitCode, stdout } = await runTidemark(['url', 'identity'], { input });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/PHPSESSID=1 \(.+\) +http:\/\/example\.org\/\n/);
    expect(stdout).toMatch(/error +"no url" is not a URL/);
  });
});

describe('a file of URLs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('may have Windows line ends and empty lines', async () => {
    const file = join(folder, 'urls.txt');
    writeFileSync(file, 'http://a\r\n\r\nhttp://b');
    expect(objectsOf(await runTidemark(['url', 'normalize', '--json', file]))).toEqual([
      { input: 'http://a', url: 'http://a/' },
      { input: 'http://b', url: 'http://b/' },
    ]);
  });

  it.each([
    ['that is not there', 'gone.txt', 'there is no such file'],
    ['that is a folder', '.', 'it is a folder'],
  ])('%s is named, with exit code 2', async (_, name, reason) => {
    const file = join(folder, name);
    expect(await runTidemark(['url', 'normalize', file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `tidemark: cannot read ${file}: ${reason} [CLI_INPUT_UNREADABLE]\n`,
    });
    const { stderr } = await runTidemark(['--json', 'url', 'identity', file]);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_INPUT_UNREADABLE' } });
  });
});
