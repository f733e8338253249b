import { describe, expect, it } from 'vitest';
import { objectsOf, projectFile, runTidemark } from '../../kernel/cli/run-tidemark.ts';

const pages = projectFile('docs/examples/pages.jsonl');

describe('tidemark url equivalence', () => {
  const classesBy = async (...args: readonly string[]) => {
    const objects = objectsOf(await runTidemark(['url', 'equivalence', '--json', ...args]));
    return { classes: objects.slice(0, -1), figures: objects.at(-1) };
  };

  it('prints a line per class, then the figures with both denominators', async () => {
    const { classes, figures } = await classesBy(pages, '--method', 'strict');
    expect(classes).toEqual([
      {
        representative: 'http://shop.example.org/tea',
        urls: [
          'http://shop.example.org/tea',
          'http://SHOP.example.org:80/tea',
          'http://shop.example.org/tea?from=mail',
        ],
        why: expect.stringContaining('same normalised URL'),
      },
      {
        representative: 'http://shop.example.org/photo?n=1',
        urls: expect.any(Array),
        why: expect.any(String),
      },
      {
        representative: 'http://shop.example.org/photo?n=2',
        urls: expect.any(Array),
        why: expect.any(String),
      },
    ]);
    expect(figures).toEqual({
      method: 'strict',
      regularUrls: 5,
      standardUrls: 4,
      finalUrls: 3,
      reductionOfStandard: 1 / 4,
      reductionOfRegular: 2 / 5,
      table: { truePositives: 2, falsePositives: 0, falseNegatives: 0, trueNegatives: 3 },
      metrics: {
        sensitivity: 1,
        specificity: 1,
        precision: 1,
        accuracy: 1,
        reductionOfStandard: 1 / 4,
        reductionOfRegular: 2 / 5,
      },
      wrongMerges: 0,
      unlabelled: 0,
    });
  });

  it.each([
    ['standard', 4, 0],
    ['signature', 2, 1],
    ['signature+size', 2, 1],
    ['strict', 3, 0],
  ])('%s leaves %i pages and merges %i wrongly', async (method, finalUrls, wrongMerges) => {
    const { figures } = await classesBy(pages, '--method', method);
    expect(figures).toMatchObject({ method, finalUrls, wrongMerges });
  });

  it('without labels there is nothing to measure', async () => {
    const result = await runTidemark(['url', 'equivalence', '--json'], {
      input: '{"url":"http://a/","text":"x"}\n',
    });
    expect(objectsOf(result).at(-1)).toEqual({
      method: 'signature',
      regularUrls: 1,
      standardUrls: 1,
      finalUrls: 1,
      reductionOfStandard: 0,
      reductionOfRegular: 0,
    });
  });

  it('keeps only the URLs of every session when lines name sessions', async () => {
    const line = (url: string, session: number) => JSON.stringify({ url, text: url, session });
    const input = [line('http://a/', 1), line('http://b/', 1), line('http://a/', 2)].join('\n');
    const result = await runTidemark(['url', 'equivalence', '--json'], { input });
    expect(objectsOf(result)).toMatchObject([{ representative: 'http://a/' }, { regularUrls: 1 }]);
  });

  it('takes a URL as it was in the first session that saw it', async () => {
    const line = (url: string, text: string, session: number) => JSON.stringify({ url, text, session });
    const input = [
      line('http://a/', 'one', 1),
      line('http://b/', 'two', 1),
      line('http://a/', 'two', 2),
      line('http://b/', 'two', 2),
    ].join('\n');
    const result = await runTidemark(['url', 'equivalence', '--json'], { input });
    expect(objectsOf(result).at(-1)).toMatchObject({ regularUrls: 2, finalUrls: 2 });
  });

  it('compares links without session ids, and pictures as they are', async () => {
    const line = (url: string, html: string) => JSON.stringify({ url, html: `<p>Tea</p>${html}` });
    const strict = async (...lines: readonly string[]) => {
      const args = ['url', 'equivalence', '--json', '--method', 'strict'];
      return objectsOf(await runTidemark(args, { input: lines.join('\n') })).at(-1);
    };
    expect(
      await strict(
        line('http://a/1', '<a href="/x;jsessionid=0A1B2C">x</a><img src="/t.png">'),
        line('http://a/2', '<a href="/x;jsessionid=3D4E5F">x</a><img src="t.png">'),
      ),
    ).toMatchObject({ finalUrls: 1 });
    expect(
      await strict(line('http://a/1', '<img src="/t.png">'), line('http://a/2', '<img src="/u.png">')),
    ).toMatchObject({ finalUrls: 2 });
  });

  it('lists only classes of several URLs for people', async () => {
    const { stdout } = await runTidemark(['url', 'equivalence', '--method', 'strict', pages]);
    expect(stdout).toContain('http://shop.example.org/tea?from=mail');
    expect(stdout).not.toContain('photo?n=1');
  });

  it('prints tables for people', async () => {
    const { stdout } = await runTidemark(['url', 'equivalence', pages]);
    expect(stdout).toMatch(
      /signature: 5 URLs, 4 after normalisation, 2 pages in the end \(reduction 50\.00 % of the normalised, 60\.00 % of all\)/,
    );
    expect(stdout).toMatch(/precision +66\.67 %/);
  });

  it.each([
    ['{"url":"http://a/","text":"x"}\n{"url":', /standard input, line 2 is not JSON/],
    ['{"url":"http://a/","text":"x"}\n\n{"url":', /standard input, line 3 is not JSON/],
    ['{"url":"http://a/"}', /line 1: needs "html" or "text"/],
    ['{"text":"x"}', /line 1: "url":/],
    ['{"url":"http://a/","text":"x","colour":"red"}', /line 1: .*colour/],
    ['[]', /line 1:/],
  ])('%s is refused with its line', async (input, complaint) => {
    const { exitCode, stdout, stderr } = await runTidemark(['url', 'equivalence'], { input });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(complaint);
    expect(stderr).toContain('[CLI_INPUT_INVALID]');
  });

  it('an unknown --method is refused with a list of the known ones', async () => {
    const { exitCode, stderr } = await runTidemark(['url', 'equivalence', '--method', 'guess']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/"guess"\. Known: standard, signature, signature\+size, strict\./);
  });
});
