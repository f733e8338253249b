import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProjectFileError, parseProjectFile } from '../../../src/project/index.ts';

const folder = join(import.meta.dirname, 'malformed');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .toSorted();

function failureOf(file: string): ProjectFileError {
  try {
    parseProjectFile(readFileSync(join(folder, file)), { fileName: file });
  } catch (error) {
    if (error instanceof ProjectFileError) return error;
    throw error;
  }
  throw new Error(`${file} was accepted`);
}

describe('malformed project files', () => {
  it('are at least forty', () => expect(files.length).toBeGreaterThanOrEqual(40));

  // Read malformed-messages.txt as somebody would who wrote the file: is it clear what is wrong, and what to do?
  it('are refused with messages that help', async () => {
    const messages = files.map((file) => failureOf(file).message);
    await expect(`${messages.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`).toMatchFileSnapshot(
      'malformed-messages.txt',
    );
  });

  it.each(files)('%s: every problem has a place in the file and says what to write', (file) => {
    const { code, decision, problems } = failureOf(file);
    expect([code, decision]).toEqual(['PROJECT_FILE_INVALID', 'stop']);
    expect(problems.length).toBeGreaterThan(0);
    const lines = readFileSync(join(folder, file), 'latin1').split('\n');
    for (const { line, column, length, message, hint } of problems) {
      expect(line).toBeGreaterThanOrEqual(1);
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeGreaterThanOrEqual(1);
      expect(length).toBeGreaterThanOrEqual(1);
      expect(message).not.toBe('');
      expect(hint).not.toBe('');
    }
  });

  it('show no password', () => {
    for (const file of files) expect(failureOf(file).message).not.toMatch(/hunter2|abc123/);
  });
});
