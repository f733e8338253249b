/** The same five applications in React, Vue and Svelte, with the same states. */
import type { Answering } from '../../../../sites/plain/site-server.ts';
import { serving } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';
import { type Framework, scriptOf } from './build-framework.ts';

const villages = [
  { id: 'nes', name: 'Nes', text: 'Eleven houses and a shop that opens when somebody knocks.' },
  { id: 'vik', name: 'Vik', text: 'A long beach of black sand, and a church on the hill above it.' },
  { id: 'dal', name: 'Dal', text: 'The last village before the road ends at the glacier.' },
];

const shell = (application: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coast</title><link rel="icon" href="data:,"></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="app" data-application="${application}"></div><script type="module" src="/assets/app.js"></script></body></html>`;

/** Data takes a while, as on a real network. */
function serveApplication(framework: Framework, application: string): () => Answering {
  return serving(
    {
      '/assets/app.js': () => (_request, response) => {
        void scriptOf(framework).then((script) => {
          response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
          response.end(script);
        });
      },
      '/api/villages': { villages },
      ...Object.fromEntries(villages.map((village) => [`/api/villages/${village.id}`, village])),
    },
    { shell: shell(application), delayMs: 250 },
  );
}

const shared: Readonly<Record<string, Omit<StateApplication, 'name' | 'serve'>>> = {
  Tabs: {
    about: 'tabs with generated ids and keys, under a clock',
    states: [
      { name: 'morning', see: ['The fog lies'] },
      { name: 'noon', see: ['Boats come in'] },
      { name: 'evening', see: ['Lamps are lit'] },
    ],
    ways: [
      ['morning', 'evening'],
      ['evening', 'noon'],
    ],
  },
  Records: {
    about: 'client routes, data that arrives late, names of classes made up at every rendering',
    states: [
      { name: 'villages', see: ['Villages of the coast'] },
      { name: 'Nes', see: ['Eleven houses'] },
      { name: 'Vik', see: ['black sand'] },
      { name: 'Dal', see: ['at the glacier'] },
    ],
    sameStructure: [['Nes', 'Vik', 'Dal']],
    ways: [
      ['villages', 'Vik'],
      ['Vik', 'villages'],
    ],
  },
  Modal: {
    about: 'dialogs at the end of the body that keep the focus, opened by a plain element',
    states: [
      { name: 'diary', see: ['Diary of the harbour master'], not: ['The wind was fair', 'for ever?'] },
      { name: 'note', see: ['The wind was fair'] },
      { name: 'question', see: ['for ever?'], isOptional: true },
    ],
    ways: [
      ['diary', 'note'],
      ['note', 'diary'],
    ],
    forbidden: ['/done/delete'],
  },
  SignUp: {
    about: 'a form with messages about what is missing',
    states: [
      { name: 'form', see: ['News of the ferry'], not: ['A name is needed'] },
      { name: 'refused', see: ['A name is needed'] },
      { name: 'done', see: ['when the ferry sails'] },
    ],
    ways: [
      ['form', 'refused'],
      ['form', 'done'],
    ],
  },
  Notes: {
    about: 'a button that adds the same paragraph without end, each with a key of its own',
    states: [
      { name: 'none', see: ['Whatever you think of'], not: ['The wind was fair'] },
      { name: 'some', see: ['The wind was fair'] },
    ],
    ways: [['none', 'some']],
  },
};

export const frameworkApplications: readonly StateApplication[] = (
  ['react', 'vue', 'svelte'] as const
).flatMap((framework) =>
  Object.entries(shared).map(([application, states]) => ({
    ...states,
    name: `${framework} ${application.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase()}`,
    serve: serveApplication(framework, application),
  })),
);
