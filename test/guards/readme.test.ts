import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from './markdown.ts';
import { projectRoot } from './planted-tree.ts';

const readme = readProjectFile('README.md');
const codeLines = [...readme.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
  code.trimEnd().split('\n'),
);

describe('README.md', () => {
  it('has the command that installs and runs, on a line of its own', () => {
    const commands = codeLines.filter((line) => line.startsWith('npm install && npx tidemark '));
    expect(commands).toHaveLength(1);
    for (const word of commands[0]?.split(' ') ?? []) {
      if (word.includes('/')) expect(existsSync(join(projectRoot, word)), word).toBe(true);
    }
  });

  it('has the command that installs and tests, and .ci/run runs it, with coverage as a figure that fails nothing', () => {
    expect(codeLines.filter((line) => line === 'npm install && npm test')).toHaveLength(1);
    const script = readProjectFile('.ci/run')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(script).toEqual([
      'set -euo pipefail',
      'cd "$(dirname "$0")/.."',
      "command=$(grep -E '^npm install && npm test$' README.md)",
      'bash -c "$command"',
      "npm run --silent coverage -- --units --total || echo 'coverage: not measured'",
    ]);
  });

  it('opens with both', () => {
    const opening = readme.split('\n').slice(0, 25).join('\n');
    expect(opening).toContain('npm install && npx tidemark ');
    expect(opening).toContain('npm install && npm test');
  });
});

describe('package-lock.json', () => {
  it('names no host, so that it installs from any registry', () => {
    const lock = JSON.parse(readProjectFile('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    const hosts = Object.entries(lock.packages).filter(([, { resolved }]) =>
      /^[a-z+]+:/.test(resolved ?? ''),
    );
    expect(hosts).toEqual([]);
  });
});

describe('what is written for readers', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.md') && existsSync(join(projectRoot, file)));

  it.each(files)('%s names no place on somebody\u2019s machine', (file) => {
    expect(readProjectFile(file)).not.toMatch(/(?:^|[\s"'`(])(?:\/(?:home|Users|root|work|mnt)\/|[A-Z]:\\)/m);
  });

  it.each(files)('%s links only to files that exist', (file) => {
    const links = [...readProjectFile(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)];
    for (const [, link = ''] of links) {
      expect(existsSync(join(projectRoot, dirname(file), link)), link).toBe(true);
    }
  });
});
