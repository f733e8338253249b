import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A small project in a temporary folder, on which the real checks run. */
export class PlantedTree {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'tidemark-planted-')));

  /** Copies files or folders of the project into the tree, at the same place. */
  copy(...paths: readonly string[]): void {
    for (const path of paths) cpSync(join(projectRoot, path), join(this.folder, path), { recursive: true });
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
