/** What opens and closes on one page. */
import { pageNamed, serving, servingPage } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';

const tabs: StateApplication = {
  name: 'tabs',
  about: 'four tabs, one of them written when it is asked for',
  serve: servingPage('tabs'),
  states: [
    { name: 'berths', see: ['forty berths'] },
    { name: 'fees', see: ['Per night'] },
    { name: 'rules', see: ['Engines are off'] },
    { name: 'contact', see: ['knock at the red house'] },
  ],
  ways: [
    ['berths', 'fees'],
    ['fees', 'rules'],
    ['contact', 'berths'],
  ],
};

const dialogs: StateApplication = {
  name: 'dialogs',
  about: 'a native dialog with a box to tick, one over a veil, and one that opens out of it',
  serve: servingPage('dialogs'),
  states: [
    { name: 'home', see: ['Boat papers'], not: ['lengths in feet', 'made in a kitchen'] },
    { name: 'settings', see: ['lengths in feet'] },
    { name: 'about', see: ['made in a kitchen'], not: ['give away'] },
    { name: 'licence', see: ['give away'] },
  ],
  ways: [
    ['home', 'settings'],
    ['settings', 'home'],
    ['about', 'licence'],
    ['licence', 'about'],
  ],
};

const details: StateApplication = {
  name: 'details',
  about: 'two answers that open and close independently',
  serve: servingPage('details'),
  states: [
    { name: 'closed', see: [], not: ['Twice a day', 'on the leash'] },
    { name: 'water', see: ['Twice a day'], not: ['on the leash'] },
    { name: 'dogs', see: ['on the leash'], not: ['Twice a day'] },
    { name: 'both', see: ['Twice a day', 'on the leash'] },
  ],
};

const shadowDom: StateApplication = {
  name: 'shadow DOM',
  about: 'buttons and texts in shadow roots within shadow roots',
  serve: servingPage('shadow-dom'),
  states: [
    { name: 'closed', see: ['Harbour', 'Open sea'], not: ['Light wind', 'Strong wind'] },
    { name: 'harbour', see: ['Light wind'] },
    { name: 'open sea', see: ['Strong wind'] },
  ],
  sameStructure: [['harbour', 'open sea']],
  ways: [
    ['closed', 'harbour'],
    ['harbour', 'open sea'],
  ],
};

const frame: StateApplication = {
  name: 'frame',
  about: 'buttons in a frame of the same site',
  serve: serving({ '/': pageNamed('frame-host'), '/inner': pageNamed('frame-inner') }),
  states: [
    { name: 'nothing', see: ['Timetables', 'Choose a day'] },
    { name: 'weekdays', see: ['Timetables', 'six, eight, noon'] },
    { name: 'sundays', see: ['Timetables', 'after church'] },
  ],
  sameStructure: [['nothing', 'weekdays', 'sundays']],
  ways: [
    ['nothing', 'weekdays'],
    ['weekdays', 'sundays'],
  ],
};

const hoverMenu: StateApplication = {
  name: 'hover menu',
  about: 'one menu that a script opens on hover, one that a style does, with links nowhere else',
  serve: servingPage('hover-menu'),
  tries: { hover: true },
  states: [
    { name: 'home', see: ['except in storms'], not: ['Models of ships', 'Prices of tickets'] },
    { name: 'exhibitions', see: ['Models of ships', 'except in storms'] },
    { name: 'visiting', see: ['Prices of tickets', 'except in storms'] },
    { name: 'ships', see: ['Eleven models'] },
    { name: 'maps', see: ['Charts drawn'] },
    { name: 'tickets', see: ['come in for nothing'] },
  ],
  sameStructure: [['ships', 'maps', 'tickets']],
  ways: [
    ['home', 'exhibitions'],
    ['exhibitions', 'ships'],
    ['visiting', 'tickets'],
  ],
};

const divListeners: StateApplication = {
  name: 'listeners',
  about: 'listeners on plain elements: click, mousedown, and one for all entries of a list',
  serve: servingPage('div-listeners'),
  states: [
    { name: 'none', see: ['Choose a bird.'] },
    { name: 'gull', see: ['also your lunch'] },
    { name: 'tern', see: ['one end of the world'] },
    { name: 'heron', see: ['shallow water'] },
    { name: 'stork', see: ['every spring'] },
  ],
  sameStructure: [['none', 'gull', 'tern', 'heron', 'stork']],
};

const keys: StateApplication = {
  name: 'keys',
  about: 'help that opens with the Enter key only',
  serve: servingPage('keys'),
  tries: { keys: ['Enter'] },
  states: [
    { name: 'closed', see: ['lighthouse keeper'], not: ['arrow keys'] },
    { name: 'help', see: ['arrow keys'] },
  ],
};

const toasts: StateApplication = {
  name: 'toasts',
  about: 'a message that vanishes by itself',
  serve: servingPage('toasts'),
  states: [
    { name: 'walk', see: ['Along the cliffs'], not: ['third stone', 'was copied'] },
    { name: 'map', see: ['third stone'], not: ['was copied'] },
    { name: 'toast', see: ['was copied'], not: ['third stone'], isOptional: true },
    { name: 'toast on the map', see: ['was copied', 'third stone'], isOptional: true },
  ],
};

const nativeDialogs: StateApplication = {
  name: 'native dialogs',
  about: 'alert, confirm, prompt, and new windows',
  serve: serving({
    '/': pageNamed('native-dialogs'),
    '/popup':
      '<!doctype html><title>Map</title><h1>Map of the ferry</h1><p>A dotted line across blue water.</p>',
  }),
  states: [
    { name: 'home', see: ['The ferry goes every hour'], not: ['Departures', 'Welcome aboard'] },
    { name: 'timetable', see: ['Departures'], isOptional: true },
    { name: 'greeting', see: ['Welcome aboard'], isOptional: true },
    { name: 'popup', see: ['dotted line'], isOptional: true },
  ],
};

const dangerous: StateApplication = {
  name: 'dangerous buttons',
  about: 'what deletes, buys, pays, sends or logs out is left alone',
  serve: servingPage('dangerous'),
  states: [
    { name: 'account', see: ['since the spring'], not: ['most of them in August'] },
    { name: 'details', see: ['most of them in August'] },
  ],
  forbidden: [
    '/done/delete',
    '/done/buy',
    '/done/log-out',
    '/done/remove',
    '/done/send',
    '/done/pay',
    '/done/unsubscribe',
    '/log-out',
    '/order',
  ],
};

const kindsOfWork = ['worker', 'frames', 'task', 'crypto', 'idle', 'timer'];

const lateAnswers: StateApplication = {
  name: 'late answers',
  about: 'answers of a worker, after animation frames, of tasks, of the browser itself: without any request',
  serve: servingPage('late'),
  states: [
    { name: 'nothing asked', see: ['Ask worker'], not: ['Answer of'] },
    ...kindsOfWork.map((kind) => ({ name: kind, see: [`Answer of ${kind} is here.`] })),
  ],
  sameStructure: [kindsOfWork],
  ways: kindsOfWork.map((kind) => ['nothing asked', kind] as const),
};

export const viewApplications = [
  tabs,
  dialogs,
  details,
  shadowDom,
  frame,
  hoverMenu,
  divListeners,
  keys,
  toasts,
  nativeDialogs,
  dangerous,
  lateAnswers,
];
