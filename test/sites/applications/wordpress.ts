import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Expected, Place } from './application.ts';
import { type Database, mariadb } from './tools/mariadb.ts';
import { needDebian, unpackDebian } from './tools/packages.ts';
import { needPhp, startPhp } from './tools/php.ts';
import { picture } from './tools/picture.ts';
import { Prose } from './tools/prose.ts';
import { Visitor } from './tools/visitor.ts';

const PASSWORD = 'tides-and-moons';

interface Post {
  readonly id: number;
  readonly link: string;
  readonly content: string;
}

/** A blog with comments, tags, archives and feeds. */
export function wordpress(place: Place): Application {
  const { folder, origin, random } = place;
  const root = join(folder, 'wordpress');
  const prose = new Prose(random);
  const database: Database = mariadb(place, 'wordpress');
  const posts: Post[] = [];
  const tags: number[] = [];
  let editor = new Visitor();
  let nonce = '';

  const rest = async (method: string, path: string, body?: Readonly<Record<string, unknown>>) => {
    const headers = { 'x-wp-nonce': nonce, 'content-type': 'application/json' };
    const url = `${origin}/wp-json/wp/v2/${path}`;
    const answer = await editor.open(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return JSON.parse(answer.body.toString());
  };
  const logIn = async () => {
    editor = new Visitor();
    await editor.submit(`${origin}/wp-login.php`, { log: 'editor', pwd: PASSWORD });
    nonce = (await editor.open(`${origin}/wp-admin/admin-ajax.php?action=rest-nonce`)).body.toString();
  };
  const upload = async (name: string, shade: number): Promise<string> => {
    const headers = {
      'x-wp-nonce': nonce,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename=${name}`,
    };
    const body = new Uint8Array(picture(shade, 64));
    const answer = await editor.open(`${origin}/wp-json/wp/v2/media`, { method: 'POST', headers, body });
    return JSON.parse(answer.body.toString()).source_url;
  };
  const pictures: string[] = [];
  const publish = async (slug: string, hoursAgo = 0): Promise<Post> => {
    // Posts of the same second come in any order.
    const date = new Date(place.clock.now().getTime() - hoursAgo * 3_600_000).toISOString().slice(0, 19);
    const content = [
      `<p>${prose.paragraph()}</p>`,
      `<figure><img src="${random.pick(pictures)}" alt="a picture"></figure>`,
      `<table><tr><td>${prose.word()}</td><td>${prose.price()}</td></tr></table>`,
      `<h2>${prose.title()}</h2><p>${prose.paragraph()}</p>`,
    ].join('\n');
    const given = {
      title: prose.title(),
      date,
      slug,
      content,
      status: 'publish',
      tags: [random.pick(tags), random.pick(tags)],
    };
    const { id, link } = await rest('POST', 'posts', given);
    const post = { id, link, content };
    posts.push(post);
    return post;
  };
  const change = async (post: Post, edit: (content: string) => string) => {
    const content = edit(post.content);
    await rest('POST', `posts/${post.id}`, { content });
    posts.splice(posts.indexOf(post), 1, { ...post, content });
  };
  const comment = async ({ link }: Post) => {
    await editor.submit(link, { comment: prose.paragraph(2) });
  };

  return {
    name: 'wordpress',
    project: { rules: [{ deny: '/wp-(json|admin|login)|/xmlrpc|[?&](replytocom|p|s)=|/embed/' }] },

    async install() {
      await needPhp('mysql', 'curl');
      await needDebian('php-getid3');
      await database.install();
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'wordpress', 'wordpress-theme-twentytwentyone');
      await cp(join(unpacked, 'usr/share/wordpress'), root, { recursive: true, verbatimSymlinks: true });
      await rm(join(root, '.htaccess'), { force: true });
      await rm(join(root, 'wp-includes/ID3'), { force: true, recursive: true });
      await cp('/usr/share/php/getid3', join(root, 'wp-includes/ID3'), { recursive: true });
      await mkdir(join(root, 'wp-content/uploads'), { recursive: true });
      await rm(unpacked, { recursive: true });
      const constants = {
        DB_NAME: 'wordpress',
        DB_USER: 'root',
        DB_PASSWORD: '',
        DB_HOST: `localhost:${database.socket}`,
        DB_CHARSET: 'utf8mb4',
        WP_CONTENT_DIR: join(root, 'wp-content'),
        WP_DEFAULT_THEME: 'twentytwentyone',
        AUTH_KEY: 'a',
        SECURE_AUTH_KEY: 'b',
        LOGGED_IN_KEY: 'c',
        NONCE_KEY: 'd',
        WP_HTTP_BLOCK_EXTERNAL: true,
        // It would ask for a page of its own, and be counted.
        DISABLE_WP_CRON: true,
        AUTOMATIC_UPDATER_DISABLED: true,
      };
      const lines = Object.entries(constants).map(
        ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
      );
      const load =
        "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';";
      await writeFile(
        join(root, 'wp-config.php'),
        `<?php\n${lines.join('\n')}\n$table_prefix = 'wp_';\n${load}\n`,
      );
    },

    async start() {
      const data = await database.start();
      const php = await startPhp(place, root);
      return {
        port: php.port,
        async stop() {
          await php.stop();
          await data.stop();
        },
      };
    },

    async fill() {
      const form = {
        weblog_title: 'Harbour news',
        user_name: 'editor',
        admin_password: PASSWORD,
        admin_password2: PASSWORD,
        admin_email: 'ed@example.org',
      };
      const body = new URLSearchParams({ ...form, pw_weak: 'on', blog_public: '1', language: '' });
      await editor.open(`${origin}/wp-admin/install.php?step=2`, { method: 'POST', body });
      await editor.submit(`${origin}/wp-login.php`, { log: 'editor', pwd: PASSWORD });
      await editor.submit(`${origin}/wp-admin/options-permalink.php`, {
        permalink_structure: '/%postname%/',
        selection: '/%postname%/',
      });
      await editor.submit(`${origin}/wp-admin/options-discussion.php`, { comment_max_links: '2' });
      await logIn();
      for (const number of [0, 1, 2]) pictures.push(await upload(`p${number}.png`, number * 40));
      for (const name of ['harbour', 'weather', 'fish']) tags.push((await rest('POST', 'tags', { name })).id);
      for (const [number, slug] of prose.names(25).entries()) {
        const post = await publish(slug, 100 - 4 * number);
        if (random.below(3) === 0) await comment(post);
      }
    },

    async edit(visit) {
      await logIn();
      const edits: Edit[] = [];
      const free = [...posts];
      const some = (): Post => {
        const [post] = free.splice(random.below(free.length), 1);
        if (post === undefined) throw new Error('no post left');
        return post;
      };
      const did = (what: string, { link }: Post, truth: Expected) =>
        edits.push({ what: `${what}: ${link}`, shows: { [link]: truth } });

      const text = some();
      await change(text, (was) => was.replace('<p>', `<p>${prose.sentence()} `));
      did('a sentence more', text, 'UPD');
      const price = some();
      await change(price, (was) => was.replace(/<td>(\d+)\./, (_, euros) => `<td>${Number(euros) + 1}.`));
      did('another price', price, 'UPD');
      const bold = some();
      await change(bold, (was) => was.replace(/<p>The (\w+)/, '<p>The <strong>$1</strong>'));
      edits.push({ what: `a word in bold: ${bold.link}`, shows: {} });
      const replied = some();
      await comment(replied);
      did('a comment', replied, 'UPD');
      if (visit % 2 === 0) {
        did('a new post', await publish(`new-${prose.names(1)[0]}`), 'NEW');
        const gone = some();
        await rest('DELETE', `posts/${gone.id}?force=true`);
        posts.splice(posts.indexOf(gone), 1);
        did('a post deleted', gone, 'MIS');
      } else {
        const titled = some();
        await rest('POST', `posts/${titled.id}`, { title: `${prose.title()} again` });
        did('another title', titled, 'UPD');
        const moved = some();
        const { link } = await rest('POST', `posts/${moved.id}`, {
          slug: `${moved.link.split('/').at(-2)}-moved`,
        });
        posts.splice(posts.indexOf(moved), 1, { ...moved, link });
        did('a post renamed', moved, 'MIS');
        const shown = some();
        pictures.push(await upload(`q${visit}.png`, 100 + visit));
        await change(shown, (was) => was.replace(/src="[^"]*"/, `src="${pictures.at(-1)}"`));
        did('another picture', shown, 'UPD');
      }
      if (visit === 5) {
        await editor.submit(`${origin}/wp-admin/options-general.php`, { blogdescription: prose.sentence() });
        edits.push({ what: 'the line below the title of all pages', shows: {} });
      }
      return edits;
    },
  };
}
