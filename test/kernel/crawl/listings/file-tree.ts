import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A folder whose files a test writes, removes and dates. */
export class FileTree {
  readonly folder = mkdtempSync(join(tmpdir(), 'tidemark-files-'));
  #minutes = 0;

  get url(): string {
    return `${pathToFileURL(this.folder).href}/`;
  }

  /** Each file is dated a minute after the one before, and all are in the past. */
  write(name: string, content: string | Uint8Array): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    this.#minutes++;
    const at = Date.UTC(2026, 0, 1) / 1000 + this.#minutes * 60;
    utimesSync(path, at, at);
  }

  remove(name: string): void {
    rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
