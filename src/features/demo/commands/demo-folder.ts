import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shellWord } from '../../../cli/output.ts';

/** Where a demonstration keeps its data. */
export interface DemoFolder {
  readonly path: string;
  /** The path, quoted for a shell. */
  readonly quoted: string;
  /** Whether the folder is kept afterwards. */
  readonly stays: boolean;
  /** Removes the folder, unless it is kept. */
  remove(): void;
}

/** The folder that the user names, or a temporary one. A named folder is never removed. */
export function demoFolder(named: string | undefined, keep: boolean): DemoFolder {
  const path = named === undefined ? mkdtempSync(join(tmpdir(), 'tidemark-demo-')) : resolve(named);
  const stays = keep || named !== undefined;
  return {
    path,
    quoted: shellWord(path),
    stays,
    remove() {
      if (!stays) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The name of the demonstration's project. */
export const PROJECT = 'demo';
