export { fillSearchIndex } from './fill-index.ts';
export { type SearchChoice, searchPages } from './search-pages.ts';
