import type { Random } from '../../../../sites/session-sites/random.ts';
import { pageEdit } from '../edits/wild-edit.ts';
import { draftPage, draftSections } from '../first-pages.ts';
import { box, drawSections } from '../frame.ts';
import { escapeText, money, thing } from '../prose.ts';
import type { Scene, WildKind } from '../wild-kind.ts';
import { isShown, onShelf, type WildPage } from '../wild-page.ts';

const shelves = ['/c/chairs', '/c/lamps', '/c/boats'];
const hex = '0123456789abcdef';

/** A shop: prices, stock, recommendations, carts. */
export const shop: WildKind = {
  name: 'shop',
  idleFields: ['ref', 'pos'],
  habits: [
    'only n left',
    'stock',
    'recently viewed',
    'recommended',
    'cart token',
    'link reference',
    'adverts',
    'viewers',
    'sale countdown',
    'currency note',
  ],
  edits: [
    pageEdit('a price', (page, random) =>
      page.template === 'item'
        ? { ...page, price: page.price + random.pick([-100, -1, 1, 10, 100, 1000]) }
        : null,
    ),
    pageEdit('a price cut in half', (page) =>
      page.template === 'item' ? { ...page, price: Math.round(page.price / 2) } : null,
    ),
  ],
  first: (random, count) => ({
    pages: [
      draftPage(random, {
        key: '/',
        template: 'home',
        shelf: '',
        title: 'Things & more',
        sections: draftSections(random, 1),
      }),
      ...shelves.map((key) =>
        draftPage(random, {
          key,
          template: 'list',
          shelf: '',
          title: key.slice(3),
          sections: draftSections(random, 1),
        }),
      ),
      draftPage(random, {
        key: '/terms',
        template: 'plain',
        shelf: '',
        title: 'Terms',
        sections: draftSections(random, 3),
      }),
      ...Array.from({ length: count - 5 }, (_, at) =>
        draftPage(random, {
          key: `/p/${300 + at}`,
          template: 'item',
          shelf: random.pick(shelves),
          title: `${thing(random)} No. ${at}`,
          sections: draftSections(random, random.between(1, 2)),
        }),
      ),
    ],
  }),
  render: (scene) => {
    const { page, site } = scene;
    return `<!doctype html><html><head><title>${escapeText(page.title)} | Things &amp; more</title>
<meta name="description" content="Buy ${escapeText(page.title)} from Things and more"></head><body>
${box(site.layout, 'nav', ['/', ...shelves, '/terms'].map((to) => `<a href="${href(scene, to)}">${to}</a>`).join(' '))}
${box(site.layout, 'main', page.template === 'item' ? productOf(scene) : listOf(scene))}
${box(site.layout, 'section', belowOf(scene))}
<footer><p>Things &amp; more Ltd.</p></footer></body></html>`;
  },
};

/** With a parameter that tells the shop which link was clicked. */
function href({ site, noise }: Scene, to: string): string {
  return site.has('link reference')
    ? `${to}?ref=${noise.anew((random) => random.text(`${hex}XYZ`, 14))}`
    : to;
}

function productOf(scene: Scene): string {
  const { page, site, noise } = scene;
  const parts = [`<h1>${escapeText(page.title)}</h1>`];
  const note = site.has('currency note')
    ? noise.forVisitor('currency', (random) =>
        random.pick([' (incl. VAT)', ' (about 27 USD for 25 EUR)', ' (excl. VAT)']),
      )
    : '';
  parts.push(`<p class="price">€ ${money(page.price)}${note}</p>`);
  parts.push(
    `<p>Article ${page.number}${site.has('stock') ? noise.anew((random) => `, ${random.between(12, 400)} in stock`) : ''}</p>`,
  );
  if (site.has('only n left'))
    parts.push(noise.sometimes(0.3, (random) => `<p class="hurry">Only ${random.between(2, 5)} left!</p>`));
  if (site.has('viewers'))
    parts.push(
      noise.anew((random) => `<p>${random.between(3, 60)} people are looking at this right now</p>`),
    );
  const token = site.has('cart token')
    ? `<input type="hidden" name="token" value="${noise.anew((random) => random.text(hex, 32))}">`
    : '';
  parts.push(
    `<form action="/cart/add/${page.number}" method="post">${token}<select name="n"><option>1</option><option>2</option></select><button>Add to cart</button></form>`,
  );
  parts.push(drawSections(page.sections, (to) => href(scene, to)));
  return parts.join('\n');
}

function listOf(scene: Scene): string {
  const { page, state, site, noise } = scene;
  const parts = [`<h1>${escapeText(page.title)}</h1>`, drawSections(page.sections, (to) => href(scene, to))];
  if (site.has('sale countdown'))
    parts.push(
      noise.byClock(
        (now) =>
          `<p>The sale ends in ${Math.ceil((site.startsAt + 30 * 86_400_000 - now) / 86_400_000)} days</p>`,
      ),
    );
  const products = page.template === 'list' ? onShelf(state, page.key) : [];
  parts.push(
    ...products.map((one) => {
      const left = site.has('only n left')
        ? noise.sometimes(0.2, (random) => `<span>Only ${random.between(2, 5)} left</span>`)
        : '';
      return `<div class="card"><h3><a href="${href(scene, one.key)}">${escapeText(one.title)}</a></h3><p>€ ${money(one.price)} ${left}</p></div>`;
    }),
  );
  return parts.join('\n');
}

function belowOf(scene: Scene): string {
  const { page, state, site, noise } = scene;
  const parts: string[] = [];
  const products = state.pages.filter((one) => one.template === 'item' && isShown(one));
  if (site.has('recommended'))
    parts.push(
      `<h2>You may also like</h2>${noise.anew((random) => cards(scene, random.shuffle(products.slice(0, 10)).slice(0, 3), random))}`,
    );
  if (page.notice !== '') parts.push(`<p>${escapeText(page.notice)}</p>`);
  if (site.has('adverts'))
    parts.push(noise.anew((random) => `<p>${escapeText(random.pick(site.adverts))}</p>`));
  if (site.has('recently viewed'))
    parts.push(
      noise.forVisitor('recent', (random, seen) => {
        const shown = seen.flatMap((key) => products.filter((one) => one.key === key));
        return shown.length === 0 ? '' : `<h2>Recently viewed</h2>${cards(scene, shown, random)}`;
      }),
    );
  return parts.join('\n');
}

const cards = (scene: Scene, products: readonly WildPage[], _random: Random): string =>
  `<ul>${products.map(({ key, title, price }) => `<li><a href="${href(scene, key)}">${escapeText(title)}</a> € ${money(price)}</li>`).join('')}</ul>`;
