import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where a demonstration keeps its data. */
export interface DemoFolder {
  readonly path: string;
  /** The path as a shell takes it. */
  readonly quoted: string;
  /** Whether it is still there afterwards. */
  readonly stays: boolean;
  /** Removes a folder that is not to stay. */
  remove(): void;
}

/** The folder that the user named, or a temporary one. What somebody named is never removed. */
export function demoFolder(named: string | undefined, keep: boolean): DemoFolder {
  const path = named === undefined ? mkdtempSync(join(tmpdir(), 'tidemark-demo-')) : resolve(named);
  const stays = keep || named !== undefined;
  return {
    path,
    quoted: /[^\w./:\\-]/.test(path) ? `'${path.replaceAll("'", `'\\''`)}'` : path,
    stays,
    remove() {
      if (!stays) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** What the project of the demonstration is called. */
export const PROJECT = 'demo';
