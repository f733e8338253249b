export { fillSearchIndex, type IndexFilling } from './fill-index.ts';
export { type SearchChoice, type SearchHit, searchPages } from './search-pages.ts';
