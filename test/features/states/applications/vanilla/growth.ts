/** Pages that grow or change with every press, some of them without end. */
import { serving, servingPage } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';

/** The first example of the report. */
const addParagraph: StateApplication = {
  name: 'add paragraph',
  about: 'a button that adds the same paragraph without end',
  serve: servingPage('add-paragraph'),
  states: [
    { name: 'start', see: ['would not go home'], not: ['the wind turned'] },
    { name: 'longer', see: ['the wind turned'] },
  ],
  ways: [['start', 'longer']],
};

/** The same with other words each time: two or three more days are as right as one, a hundred are not. */
const addNumberedParagraph: StateApplication = {
  name: 'add numbered paragraph',
  about: 'a button that adds a paragraph of other words without end',
  serve: servingPage('add-numbered-paragraph'),
  states: [
    { name: 'start', see: ['never comes to port'], not: ['Day 1:'] },
    { name: 'one day', see: ['Day 1:'], not: ['Day 2:'] },
    { name: 'two days', see: ['Day 2:'], not: ['Day 3:'], isOptional: true },
    { name: 'three days', see: ['Day 3:'], not: ['Day 4:'], isOptional: true },
  ],
  sameStructure: [['one day', 'two days', 'three days']],
};

/** The second example of the report. */
const replaceText: StateApplication = {
  name: 'replace text',
  about: 'a button that fills the only paragraph with other words, five in turn',
  serve: servingPage('replace-text'),
  states: [
    { name: 'still waters', see: ['Still waters'] },
    { name: 'smooth sea', see: ['A smooth sea'] },
    { name: 'worse things', see: ['Worse things'] },
    { name: 'learn to pray', see: ['learn to pray'] },
    { name: 'ships', see: ['Ships are safe'] },
  ],
  sameStructure: [['still waters', 'smooth sea', 'worse things', 'learn to pray', 'ships']],
  ways: [
    ['still waters', 'smooth sea'],
    ['ships', 'still waters'],
  ],
};

const furtherAnswers = [2, 3, 4, 5, 6];

/** Each answer is a text of its own: nothing tells that there is no end but how often it was pressed. */
const replaceTextWithoutEnd: StateApplication = {
  name: 'replace text without end',
  about: 'a button that fills the only paragraph with words that never come again',
  serve: servingPage('replace-text-without-end'),
  states: [
    { name: 'start', see: ['you will be notified'] },
    { name: 'answer 1', see: ['says answer 1.'] },
    ...furtherAnswers.map((number) => ({
      name: `answer ${number}`,
      see: [`says answer ${number}.`],
      isOptional: true,
    })),
  ],
  sameStructure: [['start', 'answer 1', ...furtherAnswers.map((number) => `answer ${number}`)]],
};

const infiniteScroll: StateApplication = {
  name: 'infinite scroll',
  about: 'a list of three parts that come while one scrolls',
  serve: servingPage('infinite-scroll'),
  states: [
    { name: 'first part', see: ['Herring'], not: ['Turbot'] },
    { name: 'second part', see: ['Turbot'], not: ['Sturgeon'] },
    { name: 'all', see: ['Sturgeon', 'That was all.'] },
  ],
  sameStructure: [['first part', 'second part', 'all']],
};

const endlessFeed: StateApplication = {
  name: 'endless feed',
  about: 'a list that never ends while one scrolls',
  serve: servingPage('endless-feed'),
  states: [
    { name: 'first part', see: ['Note 8:'], not: ['Note 9:'] },
    { name: 'second part', see: ['Note 9:'], not: ['Note 17:'] },
    { name: 'third part', see: ['Note 17:'], not: ['Note 25:'], isOptional: true },
    { name: 'fourth part', see: ['Note 25:'], not: ['Note 33:'], isOptional: true },
  ],
  sameStructure: [['first part', 'second part', 'third part', 'fourth part']],
};

const loadMore: StateApplication = {
  name: 'load more',
  about: 'a button that brings two further parts, and goes with the last',
  serve: servingPage('load-more'),
  states: [
    { name: 'first part', see: ['bench by the pier'], not: ['no bus on Sundays'] },
    { name: 'second part', see: ['no bus on Sundays'], not: ['left hand, green'] },
    { name: 'all', see: ['left hand, green'] },
  ],
  sameStructure: [['first part', 'second part']],
  ways: [
    ['first part', 'second part'],
    ['second part', 'all'],
  ],
};

const basket = (goods: number) =>
  `<!doctype html><title>Chandlery</title><h1>Chandlery</h1><p>Rope, paint and lanterns for boats of all sizes, fetched from the store while you wait.</p>
   <p>${goods === 0 ? 'Your basket is empty.' : `There are ${goods} lanterns in your basket.`}</p><a href="/add">Put a lantern into the basket</a>`;

/** The server remembers what every visitor took, by a cookie. */
const serverBasket: StateApplication = {
  name: 'basket',
  about: 'a basket on the server, by cookie, that takes more and more',
  serve: serving({
    '/': () => (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(basket(Number(/goods=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0)));
    },
    '/add': () => (request, response) => {
      const goods = Number(/goods=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0);
      response.writeHead(303, { location: '/', 'set-cookie': `goods=${goods + 1}` });
      response.end();
    },
  }),
  states: [
    { name: 'empty', see: ['basket is empty'] },
    { name: 'one', see: ['There are 1 lanterns'] },
    { name: 'two', see: ['There are 2 lanterns'], isOptional: true },
    { name: 'three', see: ['There are 3 lanterns'], isOptional: true },
  ],
  sameStructure: [['empty', 'one', 'two', 'three']],
};

const virtualList: StateApplication = {
  name: 'virtual list',
  about: 'a thousand rows, of which ten are on the page',
  serve: servingPage('virtual-list'),
  states: [
    { name: 'oldest', see: ['launched in 1000'] },
    { name: 'newest', see: ['launched in 1999'] },
    { name: 'scrolled', see: ['Newest first'], not: ['launched in 1000'], isOptional: true },
    { name: 'newest scrolled', see: ['Oldest first'], not: ['launched in 1999'], isOptional: true },
  ],
  sameStructure: [['oldest', 'newest', 'scrolled', 'newest scrolled']],
};

export const growthApplications = [
  addParagraph,
  addNumberedParagraph,
  replaceText,
  replaceTextWithoutEnd,
  infiniteScroll,
  endlessFeed,
  loadMore,
  serverBasket,
  virtualList,
];
