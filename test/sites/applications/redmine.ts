import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Place } from './application.ts';
import { needDebian, unpackDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';
import { freePort, startServer } from './tools/server-process.ts';
import { Visitor } from './tools/visitor.ts';

const run = promisify(execFile);
const KEY = '7f3c1a905e2b48d6a1f0c37e9b5d264183ac70fe';

/** What Debian's package of Redmine needs. Its own scripts would set up a database for all. */
const libraries =
  'actionpack-action-caching actionpack-xml-parser addressable bundler coderay commonmarker csv html-pipeline i18n jquery-rails mail marcel mini-magick mini-mime mocha net-ldap nokogiri rack rack-test rails rails-dom-testing rails-observers rbpdf redcarpet request-store rmagick roadie roadie-rails rotp rouge rqrcode sanitize sqlite3 task-list zip'.split(
    ' ',
  );

const SETUP = `
task harbour: :environment do
  Setting.rest_api_enabled = '1'
  Setting.app_title = 'Harbour office'
  admin = User.find_by(login: 'admin')
  admin.update_columns(firstname: 'Ed', lastname: 'Itor', must_change_passwd: false)
  Token.create!(user: admin, action: 'api', value: '${KEY}')
  Token.where(user: admin, action: 'api').update_all(value: '${KEY}')
end
`;

interface Issue {
  readonly id: number;
  readonly project: string;
}

/** Projects with tickets, news and a wiki. Puma sends no Date, and every page tells ages. */
export function redmine(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const root = join(folder, 'redmine');
  const editor = new Visitor();
  const projects = ['north-quay', 'south-quay', 'ferries'];
  const issues: Issue[] = [];
  const wiki = new Map<string, string>();
  const pages = prose
    .names(5)
    .map((name) =>
      name.replace(/(^|-)(.)/g, (_, dash, letter) => `${dash ? '_' : ''}${letter.toUpperCase()}`),
    );

  const environment = () => ({
    ...place.clock.environment(),
    RAILS_ENV: 'production',
    SECRET_KEY_BASE: KEY.repeat(3),
    REDMINE_LANG: 'en',
  });
  const rest = async (method: string, path: string, body?: Readonly<Record<string, unknown>>) => {
    const headers = { 'x-redmine-api-key': KEY, 'content-type': 'application/json' };
    const { status, body: answer } = await editor.ask(`${origin}${path}.json`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = answer.toString().trim();
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return text === '' ? null : JSON.parse(text);
  };
  const report = async (project: string) => {
    const issue = {
      project_id: project,
      tracker_id: 1 + random.below(3),
      priority_id: 1 + random.below(4),
      subject: `${prose.title()} ${prose.word()}`,
      description: prose.paragraph(2),
      due_date: random.below(2) === 0 ? `2026-06-${10 + random.below(18)}` : null,
    };
    const { issue: created } = await rest('POST', '/issues', { issue });
    issues.push({ id: created.id, project });
    return created.id as number;
  };
  const write = async (page: string, text: string) => {
    wiki.set(page, text);
    await rest('PUT', `/projects/ferries/wiki/${page}`, { wiki_page: { text } });
  };

  return {
    name: 'redmine',
    project: {
      // The same lists in another order or form, forms, and pages for members.
      rules: [
        { deny: '[?]|[.](atom|pdf|csv|txt)$' },
        {
          deny: '/(login|account|search|watchers|roadmap)(/|$)|/(new|edit|export|date_index|copy|annotate)$|/issues/(calendar|gantt|report)',
        },
        { default: 'allow' },
      ],
    },

    async install() {
      await needDebian(
        'puma',
        'sqlite3',
        ...['chart.js', 'jquery', 'jquery-ui', 'raphael'].map((name) => `libjs-${name}`),
        ...libraries.map((name) => `ruby-${name}`),
      );
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'redmine');
      await cp(join(unpacked, 'usr/share/redmine'), root, { recursive: true, verbatimSymlinks: true });
      await rm(unpacked, { recursive: true });
      for (const link of ['Gemfile.lock', 'config/database.yml', 'instances'])
        await rm(join(root, link), { force: true });
      // Debian runs several of them on one machine; this is the one that is there by default.
      const own = join(root, 'instances/default');
      for (const part of ['config', 'tmp', 'log', 'files', 'plugins', 'public/plugin_assets'])
        await mkdir(join(own, part), { recursive: true });
      await writeFile(
        join(own, 'config/database.yml'),
        `production:\n  adapter: sqlite3\n  database: ${join(folder, 'redmine.sqlite')}\n  timeout: 60000\n`,
      );
      await writeFile(join(root, 'Gemfile.local'), `gem 'sqlite3', '~> 1.4.0'\ngem 'puma'\n`);
      await writeFile(join(root, 'lib/tasks/harbour.rake'), SETUP);
      // The second needs to see what tables the first has made.
      for (const tasks of [['db:migrate'], ['redmine:load_default_data', 'harbour']])
        await run('rake', tasks, { cwd: root, env: environment(), maxBuffer: 2 ** 26 });
    },

    async start() {
      const port = await freePort();
      return startServer({
        command: 'puma',
        args: ['--bind', `tcp://127.0.0.1:${port}`, '--environment', 'production', '--threads', '4:4'],
        port,
        cwd: root,
        env: environment(),
        log: join(folder, 'server.log'),
      });
    },

    async fill() {
      for (const identifier of projects)
        await rest('POST', '/projects', {
          project: {
            name: prose.title(),
            identifier,
            description: prose.paragraph(2),
            is_public: true,
            tracker_ids: [1, 2, 3],
            enabled_module_names: ['issue_tracking', 'news', 'wiki', 'time_tracking'],
          },
        });
      for (const project of projects) {
        for (let number = 0; number < 7; number++) await report(project);
        for (let number = 0; number < 3; number++)
          await rest('POST', `/projects/${project}/news`, {
            news: { title: prose.title(), summary: prose.sentence(), description: prose.paragraph() },
          });
      }
      for (const page of pages)
        await write(
          page,
          `h1. ${prose.title()}\n\n${prose.paragraph()}\n\n* ${prose.sentence()}\n* ${prose.sentence()}`,
        );
      await write(
        'Wiki',
        `h1. Ferries\n\n${prose.paragraph()}\n\n${pages.map((page) => `* [[${page}]]`).join('\n')}`,
      );
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = [...issues];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? { id: 0, project: '' };
      const change = async (
        what: string,
        { id, project }: Issue,
        issue: Readonly<Record<string, unknown>>,
      ) => {
        await rest('PUT', `/issues/${id}`, { issue });
        edits.push({ what: `${what}: ${id} in ${project}`, shows: { [`${origin}/issues/${id}`]: 'UPD' } });
      };
      await change('a note', some(), { notes: prose.paragraph(2) });
      await change('another subject', some(), { subject: `${prose.title()} again` });
      await change('another priority', some(), { priority_id: 5 });
      if (visit % 2 === 0) {
        await change('closed', some(), { status_id: 5 });
        const project = random.pick(projects);
        const id = await report(project);
        // robots.txt forbids the list of one project.
        edits.push({ what: `a new ticket in ${project}: ${id}`, shows: { [`${origin}/issues`]: 'UPD' } });
        const page = random.pick(pages);
        await write(page, `${wiki.get(page)}\n\n${prose.sentence()}`);
        edits.push({
          what: `a sentence more: ${page}`,
          shows: { [`${origin}/projects/ferries/wiki/${page}`]: 'UPD' },
        });
      } else {
        const gone = some();
        await rest('DELETE', `/issues/${gone.id}`);
        issues.splice(issues.indexOf(gone), 1);
        edits.push({
          what: `a ticket deleted: ${gone.id}`,
          shows: { [`${origin}/issues/${gone.id}`]: 'MIS' },
        });
        const project = random.pick(projects);
        await rest('POST', `/projects/${project}/news`, {
          news: { title: prose.title(), summary: prose.sentence(), description: prose.paragraph() },
        });
        edits.push({
          what: `news in ${project}`,
          shows: { [`${origin}/projects/${project}/news`]: 'UPD', [`${origin}/news`]: 'UPD' },
        });
      }
      return edits;
    },
  };
}
