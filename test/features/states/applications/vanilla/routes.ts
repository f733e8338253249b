/** Ways from one view to another: pages, client routes, a cycle, a path that opens late. */
import { serving, servingPage } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';

const ships = [
  'Albatross',
  'Beluga',
  'Curlew',
  'Dolphin',
  'Egret',
  'Fulmar',
  'Gannet',
  'Heron',
  'Ibis',
  'Jackdaw',
  'Kittiwake',
  'Lapwing',
];
const cargo = [
  'timber',
  'coal',
  'oranges',
  'wool',
  'salt',
  'bricks',
  'wine',
  'tea',
  'iron',
  'hemp',
  'grain',
  'paper',
];

const pagination: StateApplication = {
  name: 'pagination',
  about: 'four pages of a list, each with an address of its own',
  serve: serving({
    '/': ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      const rows = ships
        .slice(page * 3 - 3, page * 3)
        .map((name) => `<tr><td>${name}</td><td>${cargo[ships.indexOf(name)]}</td></tr>`);
      const links = [1, 2, 3, 4].map((n) => (n === page ? `<b>${n}</b>` : `<a href="/?page=${n}">${n}</a>`));
      return `<!doctype html><title>Arrivals</title><h1>Arrivals</h1><table><tr><th>Ship</th><th>Cargo</th></tr>${rows.join('')}</table><nav class="pagination" aria-label="Pages">${links.join(' ')}</nav>`;
    },
  }),
  states: [
    { name: 'first', see: ['Albatross', 'Beluga', 'Curlew'] },
    { name: 'second', see: ['Dolphin'] },
    { name: 'third', see: ['Gannet'] },
    { name: 'fourth', see: ['Jackdaw'] },
  ],
  sameStructure: [['first', 'second', 'third', 'fourth']],
  ways: [
    ['first', 'fourth'],
    ['fourth', 'second'],
  ],
};

const historyRoutes: StateApplication = {
  name: 'history routes',
  about: 'routes by pushState, three records on one template',
  serve: servingPage('history-routes'),
  states: [
    { name: 'home', see: ['Letters are brought'] },
    { name: 'people', see: ['People of the island'] },
    { name: 'about', see: ['nine hundred sheep'] },
    { name: 'Ida', see: ['keeps bees'] },
    { name: 'Olaf', see: ['repairs engines'] },
    { name: 'Runa', see: ['teaches swimming'] },
  ],
  sameStructure: [
    ['home', 'about'],
    ['Ida', 'Olaf', 'Runa'],
  ],
  ways: [
    ['home', 'people'],
    ['people', 'Olaf'],
    ['Olaf', 'people'],
    ['Runa', 'about'],
  ],
};

const hashRoutes: StateApplication = {
  name: 'hash routes',
  about: 'routes behind the # of the address',
  serve: servingPage('hash-routes'),
  states: [
    { name: 'home', see: ['Three dishes'] },
    { name: 'soup', see: ['Boil the bones'] },
    { name: 'bread', see: ['baked on a hot stone'] },
    { name: 'pie', see: ['pinch of ginger'] },
  ],
  sameStructure: [['soup', 'bread', 'pie']],
  ways: [
    ['home', 'pie'],
    ['pie', 'home'],
  ],
};

const lazyRoutes: StateApplication = {
  name: 'lazy routes',
  about: 'views in modules that take a while to load, behind a spinner',
  serve: servingPage(
    'lazy-routes',
    {
      '/chunks/map.js':
        "export const view = '<h1>Map of lighthouses</h1><p>Red dots along a ragged line.</p>';",
      '/chunks/list.js':
        "export const view = '<h1>List of lighthouses</h1><ul><li>Old Hook, still burning oil</li><li>North Stack, seen from thirty miles</li></ul>';",
    },
    300,
  ),
  states: [
    { name: 'home', see: ['on a map or as a list'] },
    { name: 'map', see: ['Red dots'] },
    { name: 'list', see: ['still burning oil'] },
  ],
  ways: [
    ['home', 'list'],
    ['map', 'list'],
  ],
};

const skeletons: StateApplication = {
  name: 'skeletons',
  about: 'grey bars until the data is there, four tenths of a second later',
  serve: servingPage(
    'skeletons',
    {
      '/data/orders.json': ['Twelve lamps for the pier', 'A bell for the school'],
      '/data/stock.json': ['Lamps, very many', 'Bells, two', 'Anchors, one with rust'],
    },
    400,
  ),
  states: [
    { name: 'home', see: ['What would you like'] },
    { name: 'orders', see: ['A bell for the school'] },
    { name: 'stock', see: ['one with rust'] },
  ],
  ways: [
    ['home', 'orders'],
    ['orders', 'stock'],
  ],
};

const cycle: StateApplication = {
  name: 'cycle',
  about: 'three states in a ring',
  serve: servingPage('cycle'),
  states: [
    { name: 'red', see: ['Red: wait'] },
    { name: 'green', see: ['Green: you may go'] },
    { name: 'amber', see: ['Amber: stop'] },
  ],
  sameStructure: [['red', 'green', 'amber']],
  ways: [
    ['red', 'green'],
    ['green', 'amber'],
    ['amber', 'red'],
  ],
};

const afterAnother: StateApplication = {
  name: 'after another',
  about: 'a garden behind a door whose key is in another room',
  serve: servingPage('after-another'),
  states: [
    { name: 'hall', see: ['garden is locked'] },
    { name: 'kitchen', see: ['A key hangs'] },
    { name: 'kitchen without key', see: ['empty now'] },
    { name: 'hall with key', see: ['in your pocket'] },
    { name: 'garden', see: ['Roses, a bench'] },
  ],
  ways: [
    ['hall', 'kitchen'],
    ['kitchen', 'kitchen without key'],
    ['hall with key', 'garden'],
    ['garden', 'hall with key'],
  ],
};

const mixedLinks: StateApplication = {
  name: 'mixed links',
  about: 'links to a file, a mailbox, another site, a missing page, and a script',
  serve: serving({
    '/': `<!doctype html><title>Chapel</title><h1>The chapel</h1><p>White walls, blue ceiling, and a model of a ship hung from a beam.</p>
      <a href="/leaflet.zip" download>Leaflet</a> <a href="mailto:chapel@island.invalid">Write to us</a> <a href="tel:+4512345678">Call</a>
      <a href="http://elsewhere.invalid/">Another site</a> <a href="/missing">Old address</a> <a href="javascript:void(0)">Nothing</a> <a href="#top">Top</a> <a href="/organ">The organ</a>`,
    '/organ':
      '<!doctype html><title>Organ</title><h1>The organ</h1><p>Eleven stops, of which nine work, and a mouse.</p><a href="/">The chapel</a>',
    '/leaflet.zip': () => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' });
      response.end('PK');
    },
  }),
  states: [
    { name: 'chapel', see: ['hung from a beam'] },
    { name: 'organ', see: ['Eleven stops'] },
    { name: 'missing', see: ['Page not found'] },
  ],
};

const cookieBanner: StateApplication = {
  name: 'cookie banner',
  about: 'a banner that is gone for good once it was answered',
  serve: serving({
    '/': banner(
      'Old town',
      'Houses lean on each other like tired friends.',
      '<a href="/square">The square</a>',
    ),
    '/square': banner(
      'The square',
      'A well, four lime trees, and a market on Fridays.',
      '<a href="/">Old town</a>',
    ),
  }),
  states: [
    { name: 'asked', see: ['lean on each other', 'We use cookies'] },
    { name: 'town', see: ['lean on each other'], not: ['We use cookies'] },
    { name: 'square asked', see: ['four lime trees', 'We use cookies'] },
    { name: 'square', see: ['four lime trees'], not: ['We use cookies'] },
  ],
  sameStructure: [
    ['asked', 'square asked'],
    ['town', 'square'],
  ],
  ways: [
    ['asked', 'town'],
    ['town', 'square'],
    ['square asked', 'square'],
  ],
};

function banner(title: string, text: string, link: string): string {
  return `<!doctype html><title>${title}</title><h1>${title}</h1><p>${text}</p>${link}
    <script>
      if (localStorage.getItem('answered') === null) {
        document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Cookies"><p>We use cookies to remember what you like.</p><button>Accept</button></div>');
        document.querySelector('button').addEventListener('click', () => { localStorage.setItem('answered', 'yes'); document.querySelector('[role=dialog]').remove(); });
      }
    </script>`;
}

export const routeApplications = [
  pagination,
  historyRoutes,
  hashRoutes,
  lazyRoutes,
  skeletons,
  cycle,
  afterAnother,
  mixedLinks,
  cookieBanner,
];
