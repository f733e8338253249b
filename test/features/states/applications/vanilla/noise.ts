/** Applications that look different at every load, or while one looks at them, and mean nothing by it. */
import type { Answering } from '../../../../sites/plain/site-server.ts';
import { type Load, serving, servingPage } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

/** Counts the visitors of all its pages. */
function countingSite(): Answering {
  let visitors = 41_207;
  const counted = (title: string, text: string) => () => {
    visitors++;
    return html(
      title,
      `<nav><a href="/">Home</a> <a href="/about">About</a> <a href="/contact">Contact</a></nav><h1>${title}</h1><p>${text}</p>
       <p>You are visitor number ${visitors}</p><p>This page was shown ${visitors - 41_000} times.</p>`,
    );
  };
  return serving({
    '/': counted('Rope makers', 'We have made ropes for ships since the days of sail.'),
    '/about': counted('About us', 'Nine people work in a hall that is four hundred metres long.'),
    '/contact': counted('Contact', 'Ring the bell at the blue gate.'),
  })();
}

const visitCounter: StateApplication = {
  name: 'visit counter',
  about: 'counts every load in words, on three pages',
  serve: countingSite,
  states: [
    { name: 'home', see: ['Rope makers'] },
    { name: 'about', see: ['Nine people work'] },
    { name: 'contact', see: ['Ring the bell'] },
  ],
  sameStructure: [['home', 'about', 'contact']],
  ways: [
    ['home', 'about'],
    ['about', 'contact'],
    ['contact', 'home'],
  ],
};

const clock: StateApplication = {
  name: 'clock',
  about: 'a clock and an age that go on while one looks',
  serve: servingPage('clock'),
  states: [
    { name: 'closed', see: ['High water comes twice'], not: ['quarter past six'] },
    { name: 'table', see: ['quarter past six'] },
  ],
  ways: [['closed', 'table']],
};

const adverts: StateApplication = {
  name: 'adverts',
  about: 'adverts without telling names, another four times a second',
  serve: servingPage('adverts'),
  states: [
    { name: 'front', see: ['News from the harbour'] },
    { name: 'ferry', see: ['flags from bow to stern'] },
    { name: 'storm', see: ['Nobody was hurt'] },
  ],
};

const generatedNames: StateApplication = {
  name: 'generated names',
  about: 'classes, ids and keys made up at every rendering, attributes in any order',
  serve: servingPage('generated-names'),
  states: [
    { name: 'hidden', see: ['A small garden'], not: ['until the first frost'] },
    { name: 'shown', see: ['until the first frost'] },
  ],
  ways: [
    ['hidden', 'shown'],
    ['shown', 'hidden'],
  ],
};

const randomGreeting: StateApplication = {
  name: 'random greeting',
  about: 'a sentence drawn out of seven at every rendering',
  serve: servingPage('random-greeting'),
  states: [
    { name: 'home', see: ['We bake every night'] },
    { name: 'bread', see: ['keeps for a week'] },
    { name: 'cake', see: ['plum cake on Sundays'] },
  ],
  ways: [
    ['home', 'bread'],
    ['bread', 'home'],
  ],
};

const liveBadge: StateApplication = {
  name: 'live badge',
  about: 'a number and a name that change three times a second',
  serve: servingPage('live-badge'),
  states: [
    { name: 'closed', see: ['Letters from the islands'], not: ['had kittens'] },
    { name: 'open', see: ['had kittens'] },
  ],
};

const islands = ['Amrum', 'Baltrum', 'Fohr', 'Juist', 'Langeness', 'Norderney', 'Pellworm', 'Sylt'];
const shuffledList = ({ dice }: Load) =>
  `<h2>You may also like</h2><ul>${dice
    .shuffled(islands)
    .slice(0, 5)
    .map((name) => `<li>A week on ${name}</li>`)
    .join('')}</ul>`;

const shuffled: StateApplication = {
  name: 'shuffled list',
  about: 'five of eight recommendations in any order at every load',
  serve: serving({
    '/': (load) =>
      html(
        'Travel',
        `<h1>Slow travel</h1><p>Journeys by train and boat for people with time.</p><a href="/trip">The trip of the month</a>${shuffledList(load)}`,
      ),
    '/trip': (load) =>
      html(
        'Trip',
        `<h1>Along the dyke</h1><p>Four days on foot from village to village, with luggage carried by a donkey.</p><a href="/">All trips</a>${shuffledList(load)}`,
      ),
  }),
  states: [
    { name: 'home', see: ['Journeys by train and boat'] },
    { name: 'trip', see: ['carried by a donkey'] },
  ],
};

const token = ({ dice }: Load) => Array.from({ length: 4 }, () => dice.below(1e9).toString(36)).join('');

const sessionTokens: StateApplication = {
  name: 'session tokens',
  about: 'ids of sessions in links, tokens in fields, a request number in the footer',
  serve: serving({
    '/': (load) =>
      html(
        'Library',
        `<h1>Library</h1><p>Open on weekdays until the light fails.</p><form action="/search?sid=${token(load)}"><input type="hidden" name="csrf" value="${token(load)}"></form><a href="/new?sid=${token(load)}">New books</a><footer>Request ${token(load)}</footer>`,
      ),
    '/new': (load) =>
      html(
        'New books',
        `<h1>New books</h1><ul><li>A history of nets</li><li>Knots for the left-handed</li></ul><a href="/?sid=${token(load)}">Back</a><footer>Request ${token(load)}</footer>`,
      ),
  }),
  states: [
    { name: 'home', see: ['Open on weekdays'] },
    { name: 'new books', see: ['A history of nets'] },
  ],
  ways: [
    ['home', 'new books'],
    ['new books', 'home'],
  ],
};

export const noiseApplications = [
  visitCounter,
  clock,
  adverts,
  generatedNames,
  randomGreeting,
  liveBadge,
  shuffled,
  sessionTokens,
];
