import { CharacterReferenceReader } from '../character-references.ts';
import * as names from '../html-names.ts';
import { PageText } from '../page-text.ts';
import { compiledPageReader } from './compiled-page-reader.ts';
import { KnownLinks } from './known-links.ts';
import { ReadPage } from './read-page.ts';
import { commonReferences, otherTags, tagTable } from './tag-table.ts';

/** The part that is used here: the whole comes with the types of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

interface Cell {
  readonly value: number;
}

/** What `assembly/page-reader.ts` exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly MASK: Cell;
  readonly CODES: Cell;
  readonly MOST_BYTES: Cell;
  readonly PAGE: Cell;
  readonly RECORDS: Cell;
  readonly TEXT: Cell;
  readonly textEnd: Cell;
  readonly recordsEnd: Cell;
  readonly generation: Cell;
  readonly isAscii: Cell;
  readonly hasCr: Cell;
  readonly titleStart: Cell;
  readonly titleEnd: Cell;
  scan(length: number): number;
  isCertainlyFull(length: number): number;
  addTag(place: number, number: number, properties: number, wanted: number, wantedInSvg: number): void;
  addAttribute(place: number, number: number): void;
  addReference(place: number, length: number, code: number): void;
  setOthers(wanted: number, wantedInSvg: number, style: number): void;
  setAttributeNumbers(href: number, name: number, content: number): void;
}

/** An instance of the page reader: 16 MB of addresses, of which it uses what its pages need. */
export class PageReader {
  readonly #reader: Exports;
  readonly #memory: Buffer;
  readonly #words: Uint32Array;
  readonly #references = new CharacterReferenceReader();
  readonly #mostBytes: number;
  readonly #page: number;
  readonly #records: number;
  readonly #text: number;
  #known = new KnownLinks(0);

  constructor() {
    const readReference = (start: number, end: number) => this.#readReference(start, end);
    const { exports } = new WebAssembly.Instance(compiled(), { references: { readReference } });
    this.#reader = exports as Exports;
    const { memory, MOST_BYTES, PAGE, RECORDS, TEXT } = this.#reader;
    this.#memory = Buffer.from(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#mostBytes = MOST_BYTES.value;
    this.#page = PAGE.value;
    this.#records = RECORDS.value;
    this.#text = TEXT.value;
    this.#fillTables();
  }

  /** What `scanHtml` reads in a page of valid UTF-8; null when the page is one that only `scanHtml` can read. */
  read(utf8: Buffer): ReadPage | null {
    if (utf8.length > this.#mostBytes) return null;
    const reader = this.#reader;
    this.#memory.set(utf8, this.#page);
    if (reader.scan(utf8.length) === 0) return null;
    const generation = reader.generation.value;
    if (this.#known.generation !== generation) this.#known = new KnownLinks(generation);
    const recordsEnd = reader.recordsEnd.value;
    const textEnd = reader.textEnd.value;
    const kept = Buffer.allocUnsafeSlow(recordsEnd - this.#records + textEnd - this.#text);
    const copied = this.#memory.copy(kept, 0, this.#records, recordsEnd);
    this.#memory.copy(kept, copied, this.#text, textEnd);
    return new ReadPage({
      bytes: utf8,
      text: new PageText(utf8, {
        isAscii: reader.isAscii.value === 1,
        hasRareBytes: reader.hasCr.value === 1,
      }),
      bodyBytes: kept.subarray(copied),
      records: new Uint32Array(kept.buffer, 0, copied >> 2),
      titleStart: reader.titleStart.value - this.#page,
      titleEnd: reader.titleEnd.value - this.#page,
      known: this.#known,
    });
  }

  /** Whether a page of valid UTF-8 is certainly no empty shell. */
  isCertainlyFull(utf8: Buffer): boolean {
    if (utf8.length > this.#mostBytes) return false;
    this.#memory.set(utf8, this.#page);
    return this.#reader.isCertainlyFull(utf8.length) !== 0;
  }

  #fillTables(): void {
    const reader = this.#reader;
    this.#memory.fill(0xff, reader.MASK.value, reader.MASK.value + 16);
    for (const { name, number, properties, wanted, wantedInSvg } of tagTable())
      reader.addTag(this.#write(`${name}>`), number, properties, wanted, wantedInSvg);
    for (const [place, name] of names.attributeNames.entries())
      reader.addAttribute(this.#write(`${name}>`), place + 1);
    for (const [name, code] of Object.entries(commonReferences))
      reader.addReference(this.#write(name), name.length, code);
    reader.setOthers(otherTags.wanted, otherTags.wantedInSvg, names.STYLE_ATTRIBUTE);
    reader.setAttributeNumbers(names.HREF, names.NAME, names.CONTENT);
  }

  #write(text: string): number {
    this.#memory.write(text, this.#page, 'latin1');
    return this.#page;
  }

  /** Called by the reader for a reference that it does not know. */
  #readReference(start: number, end: number): number {
    const references = this.#references;
    const after = references.read(this.#memory, start, end, false);
    const codes = this.#reader.CODES.value >> 2;
    this.#words[codes] = references.first;
    this.#words[codes + 1] = references.second;
    return after;
  }
}

let module: object | null = null;

/** Compiled once in a thread, when the first page is read. */
function compiled(): object {
  module ??= new WebAssembly.Module(Buffer.from(compiledPageReader, 'base64'));
  return module;
}
