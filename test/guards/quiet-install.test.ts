import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PlantedTree } from './planted-tree.ts';

let tree: PlantedTree;
beforeEach(() => {
  tree = new PlantedTree();
  tree.copy('.npmrc');
  tree.write('package.json', JSON.stringify({ name: 'planted', engines: { node: '>=99' } }));
});
afterEach(() => tree.remove());

/** What npm says on standard error about an install under a Node that is too old for the package. */
function remarksOf(...options: readonly string[]): string {
  // `npm run --silent` tells its children to be silent as well.
  const environment = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const { stderr } = spawnSync('npm', ['install', '--dry-run', '--offline', ...options], {
    cwd: tree.folder,
    env: Object.fromEntries(environment),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stderr;
}

it('npm install says nothing about an older Node: the right one comes along', () => {
  expect(remarksOf()).not.toContain('EBADENGINE');
});

it('and says it to those who ask', () => {
  expect(remarksOf('--loglevel', 'warn')).toContain('EBADENGINE');
});
