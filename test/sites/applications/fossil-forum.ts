import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Place } from './application.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';
import { freePort, startServer } from './tools/server-process.ts';
import { type Answer, Visitor } from './tools/visitor.ts';

const run = promisify(execFile);
const PASSWORD = 'tides-and-moons';
const wikiPages = ['Tides', 'Moorings', 'Prices'];

interface Thread {
  readonly url: string;
  readonly title: string;
}

/** The forum and the wiki of Fossil: threads, replies, ages, and the time that each page took. */
export function fossilForum(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const repository = join(folder, 'forum.fossil');
  const threads: Thread[] = [];
  const written = new Set<string>();
  const environment = () => ({ ...place.clock.environment(), HOME: folder, USER: 'editor' });
  const fossil = (...args: readonly string[]) => run('fossil', args, { cwd: folder, env: environment() });
  let editor = new Visitor();

  const logIn = async () => {
    editor = new Visitor();
    await editor.submit(`${origin}/login`, { u: 'editor', p: PASSWORD }, ['in', 'Login']);
  };
  const open = async (): Promise<Thread> => {
    const title = prose.title();
    const link = random.pick(wikiPages);
    const content = `${prose.paragraph()}\n\nSee [${link}](/wiki?name=${link}).`;
    const form = { title, content, mimetype: 'text/x-markdown' };
    const { url } = await editor.submit(`${origin}/forume1`, form, ['submit', 'Submit']);
    const thread = { url, title };
    threads.push(thread);
    return thread;
  };
  const previewAndSend = async (form: Answer, content: string) => {
    const preview = await editor.submitOn(form, { content }, ['preview', 'Preview']);
    await editor.submitOn(preview, { content }, ['submit', 'Submit']);
  };
  const answer = async ({ url }: Thread, content: string) => {
    const form = await editor.submit(url, {}, ['reply', 'Reply']);
    await previewAndSend(form, content);
  };
  const change = async ({ url }: Thread, edit: (content: string) => string) => {
    const form = await editor.submit(url, {}, ['edit', 'Edit']);
    const content = /<textarea[^>]*>([^<]*)/.exec(form.body.toString())?.[1] ?? '';
    await previewAndSend(form, edit(content));
  };
  const writeWiki = async (page: string, text: string) => {
    const file = join(folder, 'page.md');
    await writeFile(file, text);
    const command = written.has(page) ? 'commit' : 'create';
    await fossil('wiki', command, page, file, '-M', 'text/x-markdown', '-R', repository);
    written.add(page);
  };

  return {
    name: 'fossil-forum',
    startPath: '/forum',
    project: {
      rules: [
        { allow: '/(forum|forumpost/[0-9a-f]+|wcontent|timeline|stat|brlist|taglist|reportlist)$' },
        { allow: String.raw`/wiki\?name=[^&]+$` },
        { allow: '/wiki$' },
        { default: 'deny' },
      ],
    },

    async install() {
      await needDebian('fossil');
      await fossil('new', repository, '-A', 'editor');
      await fossil('user', 'password', 'editor', PASSWORD, '-R', repository);
      // Else strangers see no links.
      await fossil('user', 'capabilities', 'nobody', 'gjorzh2', '-R', repository);
      await fossil('settings', 'auto-captcha', 'off', '-R', repository);
    },

    async start() {
      const port = await freePort();
      const args = [
        'server',
        repository,
        '--localhost',
        '--port',
        String(port),
        '--baseurl',
        origin,
        '--nojail',
      ];
      return startServer({
        command: 'fossil',
        args,
        port,
        cwd: folder,
        env: environment(),
        log: join(folder, 'server.log'),
      });
    },

    async fill() {
      await logIn();
      for (const page of wikiPages)
        await writeWiki(page, `# ${page}\n\n${prose.paragraph()}\n\nA berth costs ${prose.price()}.\n`);
      for (let number = 0; number < 30; number++) {
        const thread = await open();
        for (let replies = random.below(4); replies > 0; replies--) await answer(thread, prose.paragraph(2));
      }
    },

    async edit(visit) {
      await logIn();
      const edits: Edit[] = [];
      const free = [...threads];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? { url: '', title: '' };
      // Which of the addresses of a thread are linked depends on its last post, so the oracle says what they show.
      const did = (what: string, { title }: Thread) => edits.push({ what: `${what}: ${title}`, shows: {} });

      const replied = some();
      await answer(replied, prose.paragraph(2));
      did('a reply', replied);
      const edited = some();
      await change(edited, (content) => `${content} ${prose.sentence()}`);
      did('a post edited', edited);
      const { title, url } = await open();
      edits.push({ what: `a new thread: ${title}`, shows: { [url]: 'NEW' } });
      await writeWiki('Prices', `# Prices\n\nA berth costs ${prose.price()}.\n`);
      edits.push({ what: 'another price in the wiki', shows: { [`${origin}/wiki?name=Prices`]: 'UPD' } });
      if (visit % 2 === 1) {
        await writeWiki('Moorings', `# Moorings\n\n${prose.paragraph()}\n`);
        edits.push({ what: 'another text in the wiki', shows: { [`${origin}/wiki?name=Moorings`]: 'UPD' } });
      }
      return edits;
    },
  };
}
