import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readProjectFile } from '../guards/markdown.ts';

/** The code blocks of a page of the documentation, in order. */
export function blocksOf(page: string, language: string): readonly string[] {
  const blocks = readProjectFile(page).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'));
  return [...blocks].map(([, block = '']) => block);
}

export function folderForThisTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
