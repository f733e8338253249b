import type { Random } from '../../../../sites/session-sites/random.ts';
import { draftPage, draftSections } from '../first-pages.ts';
import { box, drawSections } from '../frame.ts';
import { escapeText } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { onShelf } from '../wild-page.ts';

const hex = '0123456789abcdef';

/** A company site made with a big CMS: nonces, random ids, cache-busters, scrambled addresses, state for scripts. */
export const cms: WildKind = {
  name: 'cms',
  idleFields: ['ver', 'nc'],
  habits: [
    'comment',
    'nonce',
    'random ids',
    'cache-buster',
    'scrambled mail',
    'honeypot',
    'state',
    'json-ld',
    'testimonials',
    'carousel order',
    'image cache-buster',
    'link cache-buster',
    'consent',
    'visible timing',
  ],
  edits: [],
  first: (random, count) => ({
    pages: [
      draftPage(random, {
        key: '/',
        template: 'home',
        shelf: '',
        title: 'Copper & Sons',
        sections: draftSections(random, 2),
      }),
      draftPage(random, {
        key: '/services',
        template: 'list',
        shelf: '',
        title: 'Services',
        sections: draftSections(random, 1),
      }),
      ...Array.from({ length: count - 2 }, (_, at) =>
        draftPage(random, {
          key: `/services/${at + 10}`,
          template: 'item',
          shelf: '/services',
          title: `Service ${at}`,
          sections: draftSections(random, random.between(2, 4)),
        }),
      ),
    ],
  }),
  render: (scene) => {
    const { page, site, noise } = scene;
    const nonce = site.has('nonce') ? ` nonce="${noise.anew((random) => random.text(hex, 24))}"` : '';
    const build = site.has('cache-buster')
      ? `?ver=${noise.anew((random) => String(random.between(100_000, 999_999)))}`
      : '';
    return `<!doctype html><html><head><title>${escapeText(page.title)} - Copper &amp; Sons</title>
<link rel="stylesheet" href="/theme.css${build}"><script${nonce}>window.dataLayer=[]</script>
${site.has('json-ld') ? `<script type="application/ld+json">{"@type":"WebPage","dateModified":"${noise.byClock((now) => new Date(now).toISOString())}"}</script>` : ''}
</head><body>
<div class="wrap"><div class="menu"><a href="${href(scene, '/')}">Home</a> <a href="${href(scene, '/services')}">Services</a></div>
${box(site.layout, 'main', mainOf(scene))}
${box(site.layout, 'footer', bottomOf(scene))}</div>
${site.has('state') ? `<script${nonce}>window.__STATE__={"now":${noise.byClock(String)},"request":"${noise.anew((random) => random.text(hex, 32))}"}</script>` : ''}
${site.has('comment') ? noise.anew((random) => `<!-- generated in ${random.between(10, 900)} ms, ${random.between(20, 90)} queries -->`) : ''}
</body></html>`;
  },
};

function href({ site, noise }: Scene, to: string): string {
  return site.has('link cache-buster') ? `${to}?nc=${noise.anew((random) => random.text(hex, 10))}` : to;
}

function mainOf(scene: Scene): string {
  const { page, state, site, noise } = scene;
  const id = site.has('random ids') ? noise.anew((random) => random.text(hex, 8)) : 'a';
  const buster = site.has('image cache-buster')
    ? noise.anew((random) => `?t=${random.between(10_000_000, 99_999_999)}`)
    : '';
  const sections = drawSections(page.sections, (to) => to)
    .replaceAll('<h2>', `<h2 id="h-${id}" aria-controls="c-${id}">`)
    .replaceAll('.jpg"', `.jpg${buster}"`);
  const parts = [`<h1>${escapeText(page.title)}</h1>`, sections];
  if (page.template === 'list')
    parts.push(
      onShelf(state, page.key)
        .map((one) => `<div><a href="${href(scene, one.key)}">${escapeText(one.title)}</a></div>`)
        .join('\n'),
    );
  if (page.notice !== '') parts.push(`<div>${escapeText(page.notice)}</div>`);
  if (site.has('testimonials'))
    parts.push(noise.anew((random) => `<blockquote>${escapeText(random.pick(site.adverts))}</blockquote>`));
  if (site.has('carousel order'))
    parts.push(
      `<div class="carousel">${noise.anew((random) =>
        random
          .shuffle(site.adverts.slice(0, 5))
          .map((text) => `<div>${escapeText(text)}</div>`)
          .join(''),
      )}</div>`,
    );
  return parts.join('\n');
}

function bottomOf({ page, site, noise }: Scene): string {
  const parts: string[] = [];
  const trap = site.has('honeypot')
    ? noise.anew(
        (random) =>
          `<div hidden><label>Leave this empty</label><input name="f_${random.text(hex, 8)}"></div>`,
      )
    : '';
  parts.push(
    `<form action="/contact" method="post">${trap}<input name="mail"><button>Ask us</button></form>`,
  );
  parts.push(
    `<p>Office ${page.number}: ${site.has('scrambled mail') ? noise.anew(scrambled) : 'mail@example.org'}</p>`,
  );
  if (site.has('consent'))
    parts.push(
      noise.forVisitor('consent', (random) =>
        random.pick(['', '<div class="consent"><p>We value your privacy.</p><button>Accept</button></div>']),
      ),
    );
  if (site.has('visible timing'))
    parts.push(`<small>${noise.anew((random) => `Rendered in 0.${random.between(100, 999)} s`)}</small>`);
  return parts.join('\n');
}

/** As some proxies do: the mail address, each byte XOR a random one, in a link that a script decodes. */
function scrambled(random: Random): string {
  const key = random.below(256);
  const code = [key, ...Buffer.from('mail@example.org').map((byte) => byte ^ key)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `<a href="/cdn/email-protection#${code}" data-mail="${code}">[email protected]</a>`;
}
