/** Where everything stands in the memory of an instance. It never grows, so views of it stay valid; the system gives room only to what is used. */

/** A larger page is left to the scanner in JavaScript. */
export const MOST_BYTES: usize = 2 << 20;
/** Bytes that may be read or written beyond the end of a page, a text or a key: 16 are handled at a time. */
const MARGIN: usize = 1 << 16;

/** 16 bytes of ones, 16 of zeros: a load at `MASK + 16 - n` keeps the first n bytes. */
export const MASK: usize = 1 << 12;
/** The name of the tag that was read last: 16 bytes. */
export const TAG_NAME: usize = MASK + 32;
/** The code points of a reference that JavaScript has read. */
export const CODES: usize = MASK + 64;
/** Names of tags, 32 bytes each: name (16), number, properties, wanted attributes, those in svg. */
export const TAGS: usize = 2 << 12;
export const TAG_BITS: u32 = 9;
/** Names of attributes, 32 bytes each: name (16), number. */
export const ATTRIBUTES: usize = TAGS + (32 << TAG_BITS);
export const ATTRIBUTE_BITS: u32 = 7;
/** Names of common character references, 16 bytes each: name (8), code point. */
export const REFERENCES: usize = ATTRIBUTES + (32 << ATTRIBUTE_BITS);
export const REFERENCE_BITS: u32 = 9;
/** Start and end of the value of each attribute of a tag. */
export const VALUES: usize = REFERENCES + (16 << REFERENCE_BITS);
/** Names of the open elements of an svg, 16 bytes each. */
export const OPEN_SVG: usize = VALUES + 512;
export const DEEPEST_SVG: usize = 64;

/** Hash table of what tags said: 4 bytes each. */
export const SLOTS: usize = 1 << 16;
export const SLOT_BITS: u32 = 16;
/** By number: hash (8), position (4), length (4). */
export const ENTRIES: usize = SLOTS + (4 << SLOT_BITS);
export const MOST_ENTRIES: u32 = 1 << 15;
export const KEYS: usize = ENTRIES + ((<usize>MOST_ENTRIES) << 4) + 16;
const KEY_BYTES: usize = 2 << 20;
/** Beyond here no further key begins. */
export const KEYS_END: usize = KEYS + KEY_BYTES;

export const RECORDS: usize = KEYS_END + MARGIN;
const RECORD_BYTES: usize = 4 << 20;
/** Beyond here no further record begins. */
export const RECORDS_END: usize = RECORDS + RECORD_BYTES;

export const PAGE: usize = RECORDS_END + MARGIN;
/** Only `&nGt;` and its like become longer, by a fifth. */
export const TEXT: usize = PAGE + MOST_BYTES + MARGIN;
export const TEXT_END: usize = TEXT + MOST_BYTES + MOST_BYTES / 4;
