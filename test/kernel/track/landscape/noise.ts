import type { Dice } from '../../../../src/base/index.ts';
import type { Page, State } from './content.ts';
import type { Language } from './languages.ts';

/** One request, as the program that makes pages sees it. */
export interface Moment {
  readonly language: Language;
  readonly state: State;
  readonly page: Page;
  /** Milliseconds since 1970, by the site's clock. */
  readonly now: number;
  /** Requests that the site and the page have had. */
  readonly hits: { readonly site: number; readonly page: number };
  /** How often the site's program was installed anew. */
  readonly build: number;
  /** Who asks: known by cookie, or new. */
  readonly visitor: { readonly id: number; readonly isNew: boolean; readonly seen: readonly string[] };
  /** Other for each request. */
  readonly fresh: Dice;
  /** The same for as long as a cache keeps a part: for all pages, or for this one. */
  held(minutes: number, name: string, scope: 'site' | 'page'): Dice;
  /** Fixed choices of this site for a noise. */
  fixed(name: string): Dice;
  /** A link of this site as it is written in a page. */
  link(path: string): string;
}

export type Place =
  | 'head'
  | 'bar'
  | 'nav'
  | 'top'
  | 'byline'
  | 'sentence'
  | 'between'
  | 'bottom'
  | 'aside'
  | 'foot'
  | 'end';

/** Something that changes by itself. It never says anything that an editor of this site wrote for this page. */
export interface Noise {
  readonly name: string;
  /** Where sites show it: one of these. */
  readonly places: readonly Place[];
  /** On which kinds of pages; all when left out. */
  readonly only?: readonly Page['kind'][];
  html(moment: Moment): string;
}

const hour = 3_600_000;
const day = 24 * hour;
const hex = (dice: Dice, length: number): string =>
  Array.from({ length }, () => dice.below(16).toString(16)).join('');
const filled = (phrase: string, value: string | number): string => phrase.replace(/[#@]/, String(value));
const counted = ({ language }: Moment, value: number): string =>
  new Intl.NumberFormat(language.locale).format(value);

const pad = (value: number): string => String(value).padStart(2, '0');

/** The ways in which sites write the time. */
const clockFormats: readonly ((date: Date, locale: string) => string)[] = [
  (date, locale) => date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }),
  (date, locale) =>
    date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  (date, locale) => date.toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }),
  (date) => `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`,
  (date) => `${pad(date.getUTCHours())}.${pad(date.getUTCMinutes())}`,
  (date) => date.toISOString(),
  (date) => date.toISOString().slice(0, 16).replace('T', ' '),
  (date) => date.toUTCString(),
  (date) => `${pad(date.getUTCDate())}.${pad(date.getUTCMonth() + 1)}.${date.getUTCFullYear()}`,
  (date, locale) => date.toLocaleDateString(locale, { dateStyle: 'full', timeZone: 'UTC' }),
  (date, locale) =>
    date.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  (date) =>
    `${date.getUTCHours() % 12 || 12}:${pad(date.getUTCMinutes())} ${date.getUTCHours() < 12 ? 'am' : 'pm'}`,
  (date) => `@${Math.floor(((date.getTime() / 1000 + 3600) % 86_400) / 86.4)} beats`,
];

/** How long ago something was, as sites say it: in words of the language. */
export function ageInWords(at: number, now: number, { locale }: Language): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const seconds = Math.round((at - now) / 1000);
  const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return words.format(seconds, 'second');
}

const adverts: readonly (readonly [string, string])[] = [
  ['Cheap flights to the sea', 'Book before Sunday and save a third.'],
  ['New shoes for the rain', 'Only in our shop at the station.'],
  ['Solar panels for every roof', 'Free advice in your town.'],
  ['Learn the cello in a year', 'First lesson free.'],
  ['Better coffee', 'Roasted on Mondays.'],
  ['A bank without paper', 'Open your account in ten minutes.'],
  ['Hearing aids', 'Try them for thirty days.'],
  ['Moving house?', 'Three offers from movers near you.'],
  ['Windows that keep the heat', 'Made to measure.'],
  ['The electric van', 'Drive it this weekend.'],
];

const advert = (dice: Dice, { language, link }: Moment, isLocal: boolean): string => {
  const [name, text] = dice.pick(adverts);
  const id = hex(dice, 8);
  const href = isLocal ? link(`/go/${id}`) : `https://ads.example/c/${id}`;
  return `<div class="ad" id="ad-${id}"><small>${language.phrases.advert}</small> <a rel="nofollow sponsored" href="${href}">${name}</a><p>${text}</p></div>`;
};

const items = ({ state, page }: Moment): Page[] =>
  [...state.pages.values()].filter(({ kind, path }) => kind === 'item' && path !== page.path);

const links = (pages: readonly Page[], { link }: Moment): string =>
  `<ul>${pages.map(({ path, heading }) => `<li><a href="${link(path)}">${heading}</a></li>`).join('')}</ul>`;

const box = (title: string, inner: string): string => `<div class="box"><h4>${title}</h4>${inner}</div>`;

/** Drawn anew for each request. */
export const drawnNoises: readonly Noise[] = [
  { name: 'advert', places: ['aside', 'top', 'between', 'bottom'], html: (m) => advert(m.fresh, m, false) },
  {
    name: 'advert that is not always there',
    places: ['aside', 'between', 'top', 'nav'],
    html: (m) => (m.fresh.below(2) === 0 ? advert(m.fresh, m, false) : ''),
  },
  { name: 'advert through this site', places: ['aside', 'bottom'], html: (m) => advert(m.fresh, m, true) },
  {
    name: 'related pages, drawn',
    places: ['bottom', 'aside'],
    only: ['item'],
    html: (m) => box(m.language.phrases.related, links(m.fresh.shuffled(items(m)).slice(0, 4), m)),
  },
  {
    name: 'rotating banner',
    places: ['top', 'nav', 'bar'],
    html: ({ fresh }) => {
      const number = 1 + fresh.below(6);
      return `<a class="banner" href="https://sponsor.example/${number}"><img src="/banners/${number}.png" alt="${adverts[number]?.[0]}"></a>`;
    },
  },
  {
    name: 'rotating testimonial',
    places: ['aside', 'bottom'],
    html: ({ fresh, language: { phrases, people, sentences } }) =>
      box(
        phrases.said,
        `<blockquote>${fresh.pick(sentences[0])} ${fresh.pick(sentences[1])} ${fresh.pick(sentences[2])}</blockquote><cite>${fresh.pick(people)}</cite>`,
      ),
  },
  {
    name: 'form token',
    places: ['bar', 'aside', 'bottom'],
    html: ({ fresh, language: { phrases } }) =>
      `<form action="/search" method="post"><input type="hidden" name="csrf" value="${hex(fresh, 40)}"><input name="q"><button>${phrases.search}</button></form>`,
  },
  {
    name: 'nonce and state in scripts',
    places: ['head', 'end'],
    html: ({ fresh, now }) =>
      `<script nonce="${hex(fresh, 22)}">window.__STATE__={"t":${now},"id":"${hex(fresh, 16)}"}</script>`,
  },
  {
    name: 'token in a meta element',
    places: ['head'],
    html: ({ fresh }) => `<meta name="csrf-token" content="${hex(fresh, 32)}">`,
  },
  {
    name: 'views of the page',
    places: ['byline', 'bottom', 'sentence', 'foot'],
    only: ['item'],
    html: (m) =>
      `<span class="n">${filled(m.language.phrases.views, counted(m, 900 + m.fixed(m.page.path).below(5000) + m.hits.page))}</span>`,
  },
  {
    name: 'views of the site',
    places: ['foot', 'aside'],
    html: (m) => `<span>${filled(m.language.phrases.views, counted(m, 120_000 + m.hits.site))}</span>`,
  },
  {
    name: 'users online',
    places: ['foot', 'aside', 'bar'],
    html: ({ fresh, language: { phrases, people } }) =>
      `<p>${filled(phrases.online, 3 + fresh.below(60))}: ${fresh
        .shuffled(people)
        .slice(0, 1 + fresh.below(4))
        .join(', ')}</p>`,
  },
  {
    name: 'load time',
    places: ['foot', 'end'],
    html: ({ fresh, language }) =>
      `<small>${filled(language.phrases.loaded, new Intl.NumberFormat(language.locale, { minimumFractionDigits: 3 }).format(0.02 + fresh.next() / 3))} · ${10 + fresh.below(30)} SQL</small>`,
  },
  {
    name: 'name of the server',
    places: ['foot', 'end'],
    html: ({ fresh }) => `<span>web-${pad(1 + fresh.below(5))}.prod</span>`,
  },
  {
    name: 'request id',
    places: ['foot'],
    html: ({ fresh }) => `<span>Request ID: ${hex(fresh, 8)}-${hex(fresh, 4)}-${hex(fresh, 12)}</span>`,
  },
  {
    name: 'comment about the cache',
    places: ['end'],
    html: ({ now, fresh }) => `<!-- cached ${new Date(now).toISOString()} in ${fresh.below(900)} ms -->`,
  },
  {
    name: 'mangled mail address',
    places: ['foot', 'aside'],
    html: ({ fresh }) => {
      // Content delivery networks encrypt addresses with a new key each time.
      const key = 1 + fresh.below(255);
      const code = [key, ...Buffer.from('office@site.example').map((byte) => byte ^ key)]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
      return `<a href="/cdn-cgi/l/email-protection#${code}"><span data-cfemail="${code}">[email&#160;protected]</span></a>`;
    },
  },
  {
    name: 'shuffled partners',
    places: ['aside', 'foot', 'bottom'],
    html: ({ fresh, fixed, language: { phrases, names } }) => {
      const dice = fixed('partners');
      const all = dice.shuffled(names[1]).slice(0, 6);
      return box(
        phrases.partners,
        `<ul>${fresh
          .shuffled(all)
          .map((name) => `<li>${name} GmbH</li>`)
          .join('')}</ul>`,
      );
    },
  },
  {
    name: 'bought today',
    places: ['byline', 'bottom', 'sentence'],
    only: ['item'],
    html: ({ fresh, language: { phrases } }) => `<span>${filled(phrases.bought, 2 + fresh.below(40))}</span>`,
  },
  {
    name: 'looking at it now',
    places: ['between', 'top', 'byline'],
    only: ['item'],
    html: ({ fresh, language: { phrases } }) => `<em>${filled(phrases.looking, 2 + fresh.below(20))}</em>`,
  },
  {
    name: 'question against robots',
    places: ['bottom', 'foot'],
    html: ({ fresh, language: { phrases } }) =>
      `<form action="/send" method="post"><label>${filled(phrases.sum, `${1 + fresh.below(9)} + ${1 + fresh.below(9)}`)} <input name="sum"></label></form>`,
  },
  {
    name: 'recently viewed',
    places: ['aside', 'bottom'],
    html: (m) => {
      const seen = m.visitor.seen
        .flatMap((path) => m.state.pages.get(path) ?? [])
        .slice(-4)
        .reverse();
      return seen.length === 0 ? '' : box(m.language.phrases.recent, links(seen, m));
    },
  },
  {
    name: 'text by group of visitors',
    places: ['top', 'bar', 'bottom'],
    html: ({ visitor }) =>
      visitor.id % 2 === 0
        ? '<p class="cta"><a href="/subscribe" rel="nofollow">Try it for free</a></p>'
        : '<p class="cta"><a href="/subscribe" rel="nofollow">Start your trial today, no card needed</a></p>',
  },
  {
    name: 'greeting',
    places: ['bar', 'top'],
    html: ({ now, visitor, language: { phrases } }) => {
      const hours = new Date(now).getUTCHours();
      const words = phrases.greeting[hours < 11 ? 0 : hours < 18 ? 1 : 2];
      return `<p>${words}, ${filled(phrases.guest, visitor.id % 100_000)}!</p>`;
    },
  },
  {
    name: 'cookie notice',
    places: ['end', 'top'],
    html: ({ visitor, language: { phrases } }) =>
      visitor.isNew
        ? `<div role="dialog"><p>${phrases.cookies}</p><button>${phrases.accept}</button></div>`
        : '',
  },
];

/** Moved by the time between visits: two requests at the same moment show the same. */
export const timedNoises: readonly Noise[] = [
  {
    name: 'clock',
    places: ['bar', 'foot', 'aside', 'byline'],
    html: ({ now, language, fixed }) =>
      `<span class="now">${fixed('clock').pick(clockFormats)(new Date(now), language.locale)}</span>`,
  },
  {
    // The date is that of the request, on every page, whatever it says.
    name: 'updated now',
    places: ['foot', 'byline', 'sentence'],
    html: ({ now, language, fixed }) =>
      `<span>${filled(language.phrases.updated, fixed('updated').pick(clockFormats)(new Date(now), language.locale))}</span>`,
  },
  {
    name: 'build stamp',
    places: ['foot', 'end'],
    html: ({ build, fixed }) =>
      `<small>v4.${build}.${fixed(`b${build}`).below(30)} (${hex(fixed(`build${build}`), 7)})</small>`,
  },
  {
    name: 'year of the copyright',
    places: ['foot'],
    html: ({ now, state }) => `<p>© 2011–${new Date(now).getUTCFullYear()} ${state.name}</p>`,
  },
  {
    name: 'weather box',
    places: ['aside', 'bar'],
    html: ({ held, language: { phrases } }) => {
      const dice = held(60, 'weather', 'site');
      return box(
        phrases.weather,
        `<p>${dice.pick(['☀', '☁', '☂', '❄'])} ${dice.below(30) - 6} °C, ${dice.below(60)} km/h</p>`,
      );
    },
  },
  {
    name: 'ticker',
    places: ['bar', 'nav', 'aside'],
    html: ({ held }) => {
      const dice = held(1, 'ticker', 'site');
      const quote = (name: string, base: number) =>
        `<span>${name} ${(base * (0.97 + dice.next() * 0.06)).toFixed(2)} (${(dice.next() * 4 - 2).toFixed(2)} %)</span>`;
      return `<div>${quote('DAX', 24_000)} ${quote('EUR/USD', 1.1)} ${quote('Brent', 64)}</div>`;
    },
  },
  {
    name: 'most read',
    places: ['aside', 'bottom'],
    html: (m) =>
      box(
        m.language.phrases.mostRead,
        links(
          m
            .held(15, 'read', 'site')
            .shuffled([...m.state.pages.values()].filter(({ kind }) => kind === 'item'))
            .slice(0, 5),
          m,
        ),
      ),
  },
  {
    name: 'trending tags',
    places: ['aside', 'nav'],
    html: ({ held, language: { phrases, names } }) =>
      box(
        phrases.tags,
        held(30, 'tags', 'site')
          .shuffled(names[1])
          .slice(0, 6)
          .map(
            (tag) => `<a rel="nofollow" href="https://social.example/${encodeURIComponent(tag)}">#${tag}</a>`,
          )
          .join(' '),
      ),
  },
  {
    name: 'countdown',
    places: ['top', 'aside', 'nav'],
    html: ({ now, fixed, language: { phrases } }) => {
      const end = fixed('countdown').pick([1_799_000_000_000, 1_805_000_000_000]);
      return `<p>${filled(phrases.daysLeft, Math.max(0, Math.ceil((end - now) / day)))}</p>`;
    },
  },
  {
    name: 'countdown to the second',
    places: ['top', 'aside'],
    html: ({ now }) => {
      const left = Math.max(0, Math.floor((1_805_000_000_000 - now) / 1000));
      return `<p class="timer"><b>${Math.floor(left / 86_400)}</b>d <b>${Math.floor(left / 3600) % 24}</b>h <b>${Math.floor(left / 60) % 60}</b>m <b>${left % 60}</b>s</p>`;
    },
  },
  {
    name: 'calendar with today',
    places: ['aside'],
    html: ({ now, language }) => {
      const date = new Date(now);
      const [year, month, today] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
      const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7;
      const cells = Array.from({ length: first + length }, (_, index) => {
        const number = index - first + 1;
        if (number < 1) return '<td></td>';
        return number === today ? `<td class="today"><strong>${number}</strong></td>` : `<td>${number}</td>`;
      });
      const rows = Array.from(
        { length: Math.ceil(cells.length / 7) },
        (_, row) => `<tr>${cells.slice(row * 7, row * 7 + 7).join('')}</tr>`,
      );
      const caption = date.toLocaleDateString(language.locale, {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      });
      return `<table class="cal"><caption>${caption}</caption>${rows.join('')}</table>`;
    },
  },
  {
    // Its title says what it is, so a reader does not take it for a change.
    name: 'adverts in a cache',
    places: ['aside', 'between', 'bottom'],
    html: (m) => advert(m.held(20, 'ad', 'page'), m, false),
  },
  {
    name: 'related pages in a cache',
    places: ['bottom', 'aside'],
    only: ['item'],
    html: (m) =>
      box(
        m.language.phrases.related,
        links(m.held(120, 'related', 'page').shuffled(items(m)).slice(0, 4), m),
      ),
  },
  {
    name: 'shares',
    places: ['byline', 'bottom'],
    only: ['item'],
    html: (m) =>
      `<span>${filled(m.language.phrases.shares, counted(m, m.fixed(m.page.path).below(900) + Math.floor((m.now - 1_780_000_000_000) / (hour * (1 + m.fixed(`s${m.page.path}`).below(9))))))}</span>`,
  },
  {
    name: 'order within',
    places: ['between', 'top'],
    only: ['item'],
    html: ({ now, language: { phrases } }) => {
      const left = Math.floor((day - (now % day)) / 60_000);
      return `<p>${filled(phrases.orderWithin, `${Math.floor(left / 60)} h ${left % 60} min`)}</p>`;
    },
  },
  {
    name: 'open now',
    places: ['bar', 'foot', 'aside'],
    html: ({ now, language: { phrases } }) => {
      const hours = new Date(now).getUTCHours();
      return `<p class="state">${hours >= 9 && hours < 18 ? phrases.openNow : phrases.closedNow}</p>`;
    },
  },
  {
    name: 'next departures',
    places: ['aside', 'top'],
    html: ({ now, fixed, language: { phrases } }) => {
      const every = 12 + fixed('departures').below(20);
      const next = Math.ceil(now / 60_000 / every) * every;
      const times = [0, 1, 2, 3].map((index) =>
        new Date((next + index * every) * 60_000).toISOString().slice(11, 16),
      );
      return box(phrases.departures, `<ul>${times.map((time) => `<li>${time}</li>`).join('')}</ul>`);
    },
  },
  {
    name: 'sun and name day',
    places: ['bar', 'aside'],
    html: ({ now, language: { people } }) => {
      const today = Math.floor(now / day);
      return `<p>☼ ${6 + (today % 2)}:${pad((today * 2) % 60)} – ${16 + (today % 2)}:${pad((today * 3) % 60)} · ${people[today % people.length]?.split(' ')[0]}</p>`;
    },
  },
];

export const noises: readonly Noise[] = [...drawnNoises, ...timedNoises];
