/** Forms: what is filled in, what is refused, what comes after. */
import { serving, servingPage } from '../serve-application.ts';
import type { StateApplication } from '../state-application.ts';

const wizard: StateApplication = {
  name: 'wizard',
  about: 'two steps, the first with messages about what is missing',
  serve: servingPage('wizard'),
  states: [
    { name: 'name', see: ['Join the rowing club'], not: ['Please'] },
    { name: 'refused', see: ['Please tell us your name.'] },
    { name: 'boat', see: ['Choose a boat'] },
    { name: 'done', see: ['Bring dry socks'] },
  ],
  ways: [
    ['name', 'refused'],
    ['name', 'boat'],
    ['boat', 'done'],
  ],
};

const form = `<form action="/"><label>Book <input type="search" name="q"></label><button>Search</button></form>`;

const search: StateApplication = {
  name: 'search',
  about: 'a search on the server that finds nothing for unknown words',
  serve: serving({
    '/': ({ query }) => {
      const words = query.get('q');
      const found =
        words === null
          ? '<p>Type a word from the title.</p>'
          : words === ''
            ? '<p role="alert">You have not typed anything.</p>'
            : '<p class="empty">No book has this word in its title.</p>';
      return `<!doctype html><title>Catalogue</title><h1>Catalogue</h1>${form}${found}`;
    },
  }),
  states: [
    { name: 'form', see: ['Type a word'] },
    { name: 'nothing typed', see: ['not typed anything'] },
    { name: 'nothing found', see: ['No book has this word'] },
  ],
  ways: [['form', 'nothing found']],
};

const selectFilter: StateApplication = {
  name: 'select filter',
  about: 'a choice that filters a list at once, without a button',
  serve: servingPage('select-filter'),
  states: [
    { name: 'all', see: ['The Tern', 'Number nine'] },
    { name: 'sailing', see: ['The Tern'], not: ['Number nine'] },
    { name: 'rowing', see: ['Number nine'], not: ['The Tern'] },
  ],
  sameStructure: [['all', 'sailing', 'rowing']],
  ways: [
    ['all', 'sailing'],
    ['all', 'rowing'],
  ],
};

export const formApplications = [wizard, search, selectFilter];
