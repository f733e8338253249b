import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Expected, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

interface Chapter {
  readonly title: string;
  readonly body: string;
  readonly call: string;
}

/** A manual of Sphinx, built as a whole: the day of the build is on all pages, the next and the last page in its head and foot. */
export function sphinx(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const sources = join(folder, 'sources');
  const served = join(folder, 'served');
  const chapters = new Map<string, Chapter>();
  let nginx = '';

  const build = async () => {
    await rm(sources, { recursive: true, force: true });
    await rm(served, { recursive: true, force: true });
    await mkdir(sources, { recursive: true });
    const settings = {
      project: 'Harbour manual',
      author: 'Ed Itor',
      html_theme: 'classic',
      html_last_updated_fmt: '%b %d, %Y',
    };
    await writeFile(
      join(sources, 'conf.py'),
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
        .join(''),
    );
    for (const [name, { title, body, call }] of chapters)
      await writeFile(
        join(sources, `${name}.rst`),
        `${title}\n${'='.repeat(title.length)}\n\n${body}\n\n.. py:function:: ${call}(depth, length=10)\n\n   ${title} in a call.\n`,
      );
    const list = [...chapters.keys()].map((name) => `   ${name}`).join('\n');
    await writeFile(
      join(sources, 'index.rst'),
      `Harbour manual\n==============\n\n.. toctree::\n   :maxdepth: 2\n\n${list}\n\n* :ref:\`genindex\`\n`,
    );
    await run('sphinx-build', ['-q', '-E', '-b', 'html', sources, served], {
      env: place.clock.environment(),
      maxBuffer: 2 ** 26,
    });
    await rm(join(served, '.doctrees'), { recursive: true, force: true });
  };
  const section = () => {
    const title = prose.title();
    return `${title}\n${'-'.repeat(title.length)}\n\n${prose.paragraph()}`;
  };
  const newChapter = (): Chapter => ({
    title: prose.title(),
    body: [
      prose.paragraph(),
      section(),
      `.. list-table::\n\n   * - What\n     - Price\n   * - ${prose.word()}\n     - ${prose.price()}`,
      `.. note:: ${prose.sentence()}`,
      section(),
    ].join('\n\n'),
    call: prose.names(1)[0]?.replace('-', '_') ?? '',
  });

  return {
    name: 'sphinx',
    stamp: /Last updated on [^.<]*[.]/g,

    async install() {
      await needDebian('python3-sphinx');
      nginx = await unpackNginx(join(folder, 'nginx'));
      await mkdir(served, { recursive: true });
    },

    start: () => startNginx(place, nginx, served),

    async fill() {
      for (const name of prose.names(24)) chapters.set(name, newChapter());
      await build();
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = [...chapters.keys()];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, name: string, truth: Expected) =>
        edits.push({ what: `${what}: ${name}`, shows: { [`${origin}/${name}.html`]: truth } });
      const change = (name: string, edit: (was: Chapter) => Partial<Chapter>) => {
        const was = chapters.get(name);
        if (was !== undefined) chapters.set(name, { ...was, ...edit(was) });
      };

      const text = some();
      change(text, ({ body }) => ({ body: `${prose.sentence()} ${body}` }));
      did('a sentence more', text, 'UPD');
      const price = some();
      change(price, ({ body }) => ({
        body: body.replace(/- (\d+)\.\d/, (_, euros) => `- ${Number(euros) + 1}.5`),
      }));
      did('another price', price, 'UPD');
      const call = some();
      change(call, ({ call: was }) => ({ call: `${was}_${prose.word()}` }));
      did('another name of a function', call, 'UPD');
      if (visit % 2 === 0) {
        const [name = ''] = prose.names(1);
        chapters.set(`new-${name}`, newChapter());
        did('a new chapter', `new-${name}`, 'NEW');
      } else {
        const gone = some();
        chapters.delete(gone);
        did('a chapter deleted', gone, 'MIS');
        const title = some();
        change(title, () => ({ title: `${prose.title()} again` }));
        did('another title', title, 'UPD');
      }
      await build();
      return edits;
    },
  };
}
