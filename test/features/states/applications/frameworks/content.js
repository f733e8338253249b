// What the applications say, the same in every framework.
export const tabs = [
  ['Morning', 'The fog lies over the bay until nine, and the bell buoy can be heard in the kitchen.'],
  ['Noon', 'Boats come in with the tide, and everybody who has hands helps to carry baskets.'],
  ['Evening', 'Lamps are lit along the quay, one after the other, from the church to the pier.'],
];

export const question = 'Shall this note be deleted for ever?';
export const note = 'The wind was fair, the bread was fresh, and nothing else happened that day.';

/** As styles in scripts do it: another name of a class for every element at every rendering. */
export const madeUpClass = () => `css-${Math.random().toString(36).slice(2, 8)}`;

/** The record or list at the address. */
export const pathOf = () => (location.pathname === '/' ? '/villages' : location.pathname);
export const fetchPath = async (path) => (await fetch(`/api${path}`)).json();

/** What is wrong with what was typed in. */
export const messagesFor = ({ name, email }) => [
  ...(name.trim() === '' ? ['A name is needed.'] : []),
  ...(email.includes('@') ? [] : ['This is not an e-mail address.']),
];

export const deleteNote = () => fetch('/done/delete', { method: 'POST' });
