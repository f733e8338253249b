import type { Random } from '../../../../sites/session-sites/random.ts';
import { pageEdit } from '../edits/wild-edit.ts';
import { draftPage } from '../first-pages.ts';
import { ago, box, drawSections } from '../frame.ts';
import { escapeText, grouped, headline, personName, sentences } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { isShown, onShelf, type Section, type WildPage } from '../wild-page.ts';

const boards = ['/board/1', '/board/2'];
const hour = 3_600_000;
const postsPerPage = 4;
const hex = '0123456789abcdef';

const post = (random: Random): Section => ({
  heading: personName(random),
  blocks: [{ is: 'text', words: sentences(random, random.between(1, 4)) }],
});

/** A forum: topics with posts, view counts, tokens in forms and links. */
export const forum: WildKind = {
  name: 'forum',
  idleFields: ['s', 'token', 'highlight'],
  habits: [
    'views',
    'users online',
    'last posts',
    'signatures',
    'form token',
    'quote token',
    'link session',
    'relative times',
    'generated in',
    'likes',
  ],
  edits: [
    pageEdit('a new post', (page, random) =>
      page.template === 'item' ? { ...page, sections: [...page.sections, post(random)] } : null,
    ),
  ],
  first: (random, count, startsAt) => ({
    pages: [
      draftPage(random, { key: '/', template: 'home', shelf: '', title: 'Garden talk' }),
      ...boards.map((key) =>
        draftPage(random, { key, template: 'list', shelf: '', title: `Board ${key.slice(-1)}` }),
      ),
      draftPage(random, {
        key: '/rules',
        template: 'plain',
        shelf: '',
        sections: [post(random), post(random)],
      }),
      ...Array.from({ length: count - 4 }, (_, at) =>
        draftPage(random, {
          key: `/topic/${200 + at}`,
          template: 'item',
          shelf: random.pick(boards),
          title: `${headline(random)} ${at}?`,
          sections: Array.from({ length: random.between(1, 4) }, () => post(random)),
          writtenAt: startsAt - random.between(1, 300) * hour,
        }),
      ),
    ],
  }),
  render: (scene) => {
    const { page, site, noise } = scene;
    return `<!DOCTYPE html>
<html><head><title>${escapeText(page.title)} | Garden talk</title></head><body>
<div id="top"><a href="${href(scene, '/')}">Index</a> <a href="${href(scene, '/rules')}">Rules</a> ${boards.map((to) => `<a href="${href(scene, to)}">Board ${to.slice(-1)}</a>`).join(' ')}</div>
${box(site.layout, 'main', page.template === 'item' || page.template === 'plain' ? topicOf(scene) : listOf(scene))}
${box(site.layout, 'footer', bottomOf(scene))}
<script>var t="${noise.anew((random) => random.text(hex, 16))}"</script>
</body></html>`;
  },
};

/** An address as this forum writes it. */
function href({ site, noise }: Scene, to: string): string {
  return site.has('link session')
    ? `${to}?s=${noise.forVisitor('session', (random) => random.text(hex, 32))}`
    : to;
}

function topicOf(scene: Scene): string {
  const { page, site, noise } = scene;
  const views = site.has('views') ? noise.counted((count) => `, ${grouped(800 + 3 * count)} views`) : '';
  const posts = page.sections.slice(0, postsPerPage * 3).map((section, at) => {
    const parts = [drawSections([section], (to) => to, 3)];
    if (site.has('signatures'))
      parts.push(`<div class="sig">-- ${escapeText(section.heading)}: plants and more</div>`);
    if (site.has('likes'))
      parts.push(noise.anew((random) => `<p>${random.between(0, 40)} people like this</p>`));
    const token = site.has('quote token') ? `&amp;token=${noise.anew((random) => random.text(hex, 12))}` : '';
    parts.push(`<p><a rel="nofollow" href="/quote?post=${page.key.slice(7)}-${at}${token}">Quote</a></p>`);
    return `<div class="post">${parts.join('\n')}</div>`;
  });
  const token = site.has('form token')
    ? `<input type="hidden" name="csrf" value="${noise.anew((random) => random.text(hex, 40))}">`
    : '';
  return `<h1>${escapeText(page.title)}</h1><p>Topic ${page.number}: ${page.sections.length} posts${views}</p>
${posts.join('\n')}
<p>${escapeText(page.notice)}</p>
<form action="/reply" method="post">${token}<textarea name="text"></textarea><button>Reply</button></form>`;
}

function listOf(scene: Scene): string {
  const { page, state, site, noise } = scene;
  if (page.template === 'home') {
    const rows = boards.map((board) => {
      const topics = onShelf(state, board);
      const posts = topics.reduce((sum, { sections }) => sum + sections.length, 0);
      return `<tr><td><a href="${href(scene, board)}">Board ${board.slice(-1)}</a></td><td>${topics.length} topics</td><td>${posts} posts</td></tr>`;
    });
    return `<h1>Garden talk</h1><table>${rows.join('')}</table>`;
  }
  const rows = onShelf(state, page.key).map((topic) => {
    const views = site.has('views')
      ? `<td>${noise.counted((count, random) => grouped(800 + 3 * count + random.below(20)))}</td>`
      : '';
    const last = site.has('relative times')
      ? `<td>${noise.byClock((now) => ago(topic.writtenAt, now))}</td>`
      : '';
    return `<tr><td><a href="${href(scene, topic.key)}">${escapeText(topic.title)}</a></td><td>${topic.sections.length}</td>${views}${last}</tr>`;
  });
  return `<h1>${page.title}</h1><table><tr><th>Topic</th><th>Posts</th></tr>${rows.join('\n')}</table>`;
}

function bottomOf(scene: Scene): string {
  const { state, site, noise } = scene;
  const parts: string[] = [];
  if (site.has('last posts'))
    parts.push(`<h4>Being discussed</h4>${noise.anew((random) => discussed(scene, state.pages, random))}`);
  if (site.has('users online'))
    parts.push(
      noise.anew((random) => {
        const members = Array.from({ length: random.between(1, 5) }, () => personName(random));
        return `<p>Users online: ${members.length + random.between(2, 30)} (${members.join(', ')})</p>`;
      }),
    );
  if (site.has('generated in'))
    parts.push(
      noise.anew(
        (random) =>
          `<p>Page created in 0.0${random.between(11, 99)} seconds with ${random.between(9, 14)} queries</p>`,
      ),
    );
  parts.push('<p>Powered by Turnip 3.2</p>');
  return parts.join('\n');
}

function discussed(scene: Scene, pages: readonly WildPage[], random: Random): string {
  const topics = pages.filter((page) => page.template === 'item' && isShown(page));
  return `<ul>${random
    .shuffle(topics)
    .slice(0, 3)
    .map(({ key, title }) => `<li><a href="${href(scene, key)}">${escapeText(title)}</a></li>`)
    .join('')}</ul>`;
}
