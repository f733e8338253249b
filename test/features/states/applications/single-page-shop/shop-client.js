// The whole shop: routes of the history, content by JSON, a clock and an advert.
const app = document.querySelector('#app');

const frame = document.createElement('div');
frame.innerHTML = `
  <header>
    <strong>The sail loft</strong>
    <nav><a href="/">Home</a> <a href="/products">Products</a> <a href="/delivery">Delivery</a> <a href="/about">About us</a></nav>
    <span class="now"></span>
  </header>
  <main></main>
  <aside class="offer"></aside>`;
app.replaceChildren(...frame.children);

const main = app.querySelector('main');
const now = app.querySelector('.now');
const offer = app.querySelector('.offer');

const element = (name, text, attributes = {}) => {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

const json = async (path) => {
  const response = await fetch(`/api${path}`);
  return response.ok ? response.json() : null;
};

const linksTo = (products) => {
  const list = element('ul', '');
  for (const { slug, name, price = '' } of products) {
    const entry = element('li', '');
    entry.append(element('a', name, { href: `/products/${slug}` }), ` ${price}`);
    list.append(entry);
  }
  return list;
};

const views = {
  home: ({ products }) => [element('h1', 'Good things for the house'), linksTo(products)],
  products: ({ products }) => [element('h1', 'All products'), linksTo(products)],
  product: ({ name, price, text }) => [
    element('h1', name),
    element('p', text),
    element('p', `Price: ${price}`, { class: 'price' }),
  ],
  text: ({ title, paragraphs }) => [element('h1', title), ...paragraphs.map((each) => element('p', each))],
};

async function show() {
  const { pathname } = location;
  main.replaceChildren(element('p', 'Loading …', { class: 'skeleton', 'aria-busy': 'true' }));
  const found = await json(`/page${pathname}`);
  // Somebody was quicker than the answer.
  if (pathname !== location.pathname) return;
  main.replaceChildren(
    ...(found === null
      ? [element('h1', 'Not found'), element('p', 'There is nothing at this address.')]
      : views[found.view](found)),
  );
  document.title = `${main.querySelector('h1').textContent} · The sail loft`;
  const advert = await json('/advert');
  offer.replaceChildren(
    element('p', advert.text),
    element('a', 'More', { href: advert.href, rel: 'sponsored' }),
  );
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || link.origin !== location.origin || link.rel === 'sponsored') return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  void show();
});
addEventListener('popstate', () => void show());

const tick = () => {
  now.textContent = new Date().toLocaleTimeString('en');
};
setInterval(tick, 1000);
tick();
void show();
