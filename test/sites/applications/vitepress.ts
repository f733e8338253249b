import { execFile } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Expected, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needNpm } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

interface Chapter {
  readonly title: string;
  readonly body: string;
}

/** A manual whose pages name their scripts by content hashes: an edit of one page gives all pages other addresses to load. */
export function vitepress(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const site = join(folder, 'manual');
  const chapters = new Map<string, Chapter>();
  let nginx = '';
  const urlOf = (name: string) => `${origin}/guide/${name}.html`;

  const build = async () => {
    await rm(join(site, 'guide'), { recursive: true, force: true });
    await mkdir(join(site, 'guide'), { recursive: true });
    for (const [name, { title, body }] of chapters)
      await writeFile(join(site, 'guide', `${name}.md`), `# ${title}\n\n${body}\n`);
    const items = [...chapters].map(([name, { title }]) => ({ text: title, link: `/guide/${name}` }));
    const [first] = items;
    const themeConfig = { nav: [{ text: 'Guide', link: first?.link }], sidebar: [{ text: 'Guide', items }] };
    await writeFile(
      join(site, '.vitepress/config.mjs'),
      `export default ${JSON.stringify({ title: 'Harbour manual', description: 'How the harbour works', themeConfig })};\n`,
    );
    const program = join(site, 'node_modules/vitepress/bin/vitepress.js');
    await run(process.execPath, [program, 'build', site], { cwd: site, maxBuffer: 2 ** 26 });
    await rm(join(folder, 'served'), { recursive: true, force: true });
    await cp(join(site, '.vitepress/dist'), join(folder, 'served'), { recursive: true });
  };
  const newChapter = (): Chapter => ({
    title: prose.title(),
    body: [
      prose.paragraph(),
      `## ${prose.title()}`,
      `| What | Price |\n| --- | --- |\n| ${prose.word()} | ${prose.price()} |`,
      `::: tip\n${prose.sentence()}\n:::`,
      `\`\`\`js\nconst ${prose.word()} = ${random.below(900)};\n\`\`\``,
      `## ${prose.title()} again`,
      prose.paragraph(),
    ].join('\n\n'),
  });

  return {
    name: 'vitepress',

    async install() {
      const modules = await needNpm('vitepress', 'vitepress@1');
      nginx = await unpackNginx(join(folder, 'nginx'));
      for (const own of [join(site, '.vitepress'), join(folder, 'served')])
        await mkdir(own, { recursive: true });
      await symlink(join(modules, 'node_modules'), join(site, 'node_modules'));
      await writeFile(join(site, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    },

    start: () => startNginx(place, nginx, join(folder, 'served')),

    async fill() {
      await writeFile(join(site, 'index.md'), `# Harbour manual\n\n${prose.paragraph()}\n`);
      for (const name of prose.names(28)) chapters.set(name, newChapter());
      await build();
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = [...chapters.keys()].slice(1);
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, name: string, truth: Expected) =>
        edits.push({ what: `${what}: ${name}`, shows: { [urlOf(name)]: truth } });
      const change = (name: string, edit: (chapter: Chapter) => Partial<Chapter>) => {
        const chapter = chapters.get(name);
        if (chapter !== undefined) chapters.set(name, { ...chapter, ...edit(chapter) });
      };

      const text = some();
      change(text, ({ body }) => ({ body: `${prose.sentence()} ${body}` }));
      did('a sentence more', text, 'UPD');
      const price = some();
      change(price, ({ body }) => ({
        body: body.replace(/\| (\d+)\./, (_, euros) => `| ${Number(euros) + 1}.`),
      }));
      did('another price', price, 'UPD');
      const code = some();
      change(code, ({ body }) => ({
        body: body.replace(/= (\d+);/, (_, number) => `= ${Number(number) + 1};`),
      }));
      did('another number in a program', code, 'UPD');
      if (visit % 2 === 1) {
        const [name = ''] = prose.names(1);
        chapters.set(`new-${name}`, newChapter());
        did('a new chapter', `new-${name}`, 'NEW');
        const gone = some();
        chapters.delete(gone);
        did('a chapter deleted', gone, 'MIS');
      }
      await build();
      return edits;
    },
  };
}
