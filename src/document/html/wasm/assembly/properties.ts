/** What matters about a tag, as bits. `tag-table.ts` says which tags have which. */
export const SEPARATES = 1;
/** Holds raw text: `<` begins no tag in it. */
export const RAW = 2;
/** What follows depends on more than the tags as written, or is rare: the page is left to the scanner in JavaScript. */
export const REFUSED = 4;
/** The same inside svg. */
export const REFUSED_IN_SVG = 8;
export const SVG = 16;
/** Inside svg it holds text, to which the rules of HTML apply: no element may follow there. */
export const TEXT_IN_SVG = 32;
/** Says something about the page: `base`, `html`, `meta`. */
export const FACT = 64;
export const META = 128;
/** Leads to another page, so that the fragment of its address does not matter: `a`, `area`. */
export const HYPERLINK = 256;
export const SCRIPT = 512;
export const STYLE = 1024;
export const TITLE = 2048;
export const TEXTAREA = 4096;
export const NOSCRIPT = 1 << 13;
/** Counts for `isEmptyShell`: a link, a picture, anything else that shows something. */
export const ANCHOR = 1 << 14;
export const PICTURE = 1 << 15;
export const SHOWS = 1 << 16;
