import { chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many files of a tree change in which way between two visits. */
export interface TreeChanges {
  readonly changed: number;
  readonly added: number;
  readonly gone: number;
  readonly renamed: number;
  readonly touched: number;
}

/** What a visit must find. */
export interface TreeTruth {
  /** Bytes of the files whose listing differs: only a fetch can tell whether they changed. */
  readonly bytes: number;
  /** By file name, for every file that exists or existed. */
  readonly flags: ReadonlyMap<string, 'NEW' | 'UPD' | 'MIS' | 'SAM'>;
}

/** In proportion to the number of files. */
export const changesOf = (files: number): TreeChanges => ({
  changed: files / 200,
  added: files / 400,
  gone: (files * 3) / 2000,
  renamed: files / 1000,
  touched: files / 100,
});

const FILES_PER_FOLDER = 100;
/** FTP servers list the time of day only for files that are younger than half a year. */
const LAST_MONTH = Math.floor(Date.now() / 1000) - 30 * 86_400;

/** A tree of files of 200 to 4,000 bytes, all with different content, in folders of 100. */
export class ChangingTree {
  readonly folder: string;
  readonly #files: number;

  constructor(folder: string, files: number) {
    this.folder = folder;
    this.#files = files;
    // Readable by servers that run as another user.
    chmodSync(folder, 0o755);
    for (let place = 0; place < files; place += FILES_PER_FOLDER) {
      mkdirSync(join(folder, folderName(place)), { recursive: true });
    }
    for (let place = 0; place < files; place++) this.#write(fileName(place), contentOf(place, 'first'), 0);
  }

  change({ changed, added, gone, renamed, touched }: TreeChanges): TreeTruth {
    const flags = new Map<string, 'NEW' | 'UPD' | 'MIS' | 'SAM'>();
    for (let place = 0; place < this.#files; place++) flags.set(fileName(place), 'SAM');
    const step = Math.floor(this.#files / (changed + gone + renamed + touched));
    let place = 0;
    let bytes = 0;
    const next = (): number => {
      place += step;
      return place - step;
    };
    for (let i = 0; i < changed; i++) {
      const which = next();
      // Half of them keep their size: only the time differs.
      const text = i % 2 === 0 ? contentOf(which, 'other') : `${contentOf(which, 'first')}more`;
      bytes += this.#write(fileName(which), text, 60);
      flags.set(fileName(which), 'UPD');
    }
    for (let i = 0; i < gone; i++) {
      const name = fileName(next());
      rmSync(join(this.folder, name));
      flags.set(name, 'MIS');
    }
    for (let i = 0; i < renamed; i++) {
      const which = next();
      const old = fileName(which);
      const renamedTo = old.replace('file', 'renamed');
      renameSync(join(this.folder, old), join(this.folder, renamedTo));
      flags.set(old, 'MIS').set(renamedTo, 'NEW');
      bytes += contentOf(which, 'first').length;
    }
    for (let i = 0; i < touched; i++) {
      const which = next();
      bytes += this.#write(fileName(which), contentOf(which, 'first'), 120);
    }
    mkdirSync(join(this.folder, 'added'));
    for (let i = 0; i < added; i++) {
      const name = `added/file-${i}.txt`;
      bytes += this.#write(name, contentOf(this.#files + i, 'first'), 0);
      flags.set(name, 'NEW');
    }
    return { bytes, flags };
  }

  #write(name: string, text: string, minutes: number): number {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    utimesSync(path, LAST_MONTH, LAST_MONTH + minutes * 60);
    return text.length;
  }
}

const folderName = (place: number) => `folder-${Math.floor(place / FILES_PER_FOLDER)}`;
const fileName = (place: number) => `${folderName(place)}/file-${place}.txt`;

/** `first` and `other` have the same length. */
function contentOf(place: number, version: 'first' | 'other'): string {
  const line = `${version} version of file ${String(place).padStart(8, '0')}\n`;
  return line.repeat(5 + ((place * 7919) % 95));
}
