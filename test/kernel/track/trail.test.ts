import { expect, test } from 'vitest';
import { Dice } from '../../../src/base/index.ts';
import { addProject } from '../../../src/crawl/projects/add-project.ts';
import { reportRun } from '../../../src/features/reports/report-run.ts';
import { runSite } from '../crawl/runs/run-site.ts';
import { siteForThisTest, storeForThisTest } from '../crawl/runs/site-for-this-test.ts';

const syllables = ['ha', 'lo', 'mi', 're', 'tu', 'ba', 'ne', 'so'];
const nouns = syllables.flatMap((first) => syllables.map((second) => `${first}${second}r`));
const names = Array.from({ length: 40 }, (_, at) => `${nouns[at]}-${nouns[(at * 11 + 7) % 64]}`);
const longestTrail = 10;
const visits = 5;

type Form = (items: readonly string[]) => string;
const forms: Readonly<Record<string, Form>> = {
  'in a line': (items) => `<div class=trace>Trace: • ${items.join(' • ')}</div>`,
  'as a list': (items) => `<div><h4>Trace</h4><ul>${items.map((item) => `<li>${item}`).join('')}</ul></div>`,
};

/**
 * A wiki that shows every visitor the pages visited last, the newest at the end; old versions of a page are not among
 * them, so that the same trail is on many pages. Before each further visit one page is edited and some are added, and before
 * every second visit a line that is on all pages.
 */
async function trackedWiki(form: Form, isForMembers: boolean) {
  const dice = new Dice(5);
  const trails = new Map<string, readonly string[]>();
  const texts = new Map(names.map((name) => [name, `All about ${name}, first edition.`]));
  let sessions = 0;
  let menu = 0;
  const site = await siteForThisTest(({ target, headers }, response) => {
    const path = target.split('?', 1)[0] ?? '';
    const html = (body: string) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Wiki</title>${body}`);
    let id = /\bsid=(\d+)/.exec(headers.cookie ?? '')?.[1];
    if (isForMembers && path === '/login')
      return void html('<form action=/enter><input name=user><input name=pass type=password></form>');
    if (path === '/enter') {
      trails.set(String(++sessions), []);
      const cookie = `sid=${sessions}; Path=/`;
      return void response.writeHead(302, { location: '/', 'set-cookie': cookie }).end();
    }
    if (isForMembers && !trails.has(id ?? '')) return void html('<p>Please <a href=/login>log in</a>.</p>');
    if (id === undefined) {
      id = String(++sessions);
      response.setHeader('set-cookie', `sid=${id}; Path=/`);
    }
    const name = target.split('?id=')[1] ?? '';
    const text = path === '/' ? 'Welcome to the wiki.' : texts.get(name);
    if (text === undefined) return void response.writeHead(404).end();
    const before = trails.get(id) ?? [];
    const trail = path === '/wiki' ? [...before.filter((one) => one !== name), name] : before;
    trails.set(id, trail.slice(-longestTrail));
    const links = [...texts.keys()].map((one) => `<li><a href="/wiki?id=${one}">${one}</a>`);
    const more =
      path === '/' ? `<ul>${links.join('')}</ul>` : `<a href="/history?id=${name}">Old versions</a>`;
    const shown = trail.slice(-longestTrail).map((one) => `<a href="/wiki?id=${one}">${one}</a>`);
    const top = shown.length === 0 ? '' : form(shown);
    const member = isForMembers ? '<a href=/logout>Log out</a>' : '';
    html(
      `<header><h2>Wiki</h2>${top}<p>Edition ${menu} of our menu</p></header>${member}<h1>${name}</h1><p>${path === '/history' ? 'There are none.' : text}</p>${more}`,
    );
  });
  const store = await storeForThisTest();
  const session = isForMembers
    ? 'session: { login: { open: /login, form: { fill: { user: kim, pass: sesame } } }, loggedInWhen: Log out }\n'
    : '';
  const text = `name: wiki\nsource: ${site.origin}/\n${session}`;
  const { project } = await addProject(store, { text, fileName: 'wiki.yaml', folder: '.' });
  const seen = [];
  for (let visit = 1; visit <= visits; visit++) {
    menu = Math.floor(visit / 2);
    const edited = visit === 1 ? null : dice.pick([...texts.keys()]);
    if (edited !== null) texts.set(edited, `All about ${edited}, edition ${visit}.`);
    for (const at of edited === null ? [] : [1, 2, 3])
      texts.set(`added-${nouns[45 + 3 * visit + at]}`, 'A new page.');
    site.forget();
    await runSite(store, { project: 'wiki', url: null, visits: 'changes' });
    const report = await reportRun(store, project, { run: visit });
    const updated = await Array.fromAsync(report.pages(['UPD']));
    seen.push({
      updated: updated.map(({ url }) => url.slice(site.origin.length)).toSorted(),
      truth: edited === null ? [] : ['/', `/wiki?id=${edited}`].toSorted(),
      isMenuEdited: visit % 2 === 0,
      same: report.totals.SAM,
      cost: site.pages().length / (2 * texts.size),
    });
  }
  return seen;
}

test.each(
  Object.entries(forms).flatMap(([name, form]) => [
    [name, 'strangers', form, false] as const,
    [name, 'members', form, true] as const,
  ]),
)('the trail of a visitor %s is no change, as %s see it', async (_, __, form, isForMembers) => {
  const seen = await trackedWiki(form, isForMembers);
  for (const { updated, truth, isMenuEdited, same } of seen) {
    if (isMenuEdited) expect(same).toBe(0);
    else expect(updated).toEqual(truth);
  }
  // In a list, each page that trails share may have been put there by an editor: by chance they would share fewer.
  const most = form === forms['as a list'] ? 1.7 : 1.35;
  for (const { cost } of seen.slice(2)) expect(cost).toBeLessThanOrEqual(most);
});
