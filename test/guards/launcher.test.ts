import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlantedTree } from './planted-tree.ts';

// The launcher, alone in a folder that asks for a Node nobody has, or for one that everybody has.

let tree: PlantedTree;

beforeEach(() => {
  tree = new PlantedTree();
  tree.copy('bin');
});
afterEach(() => tree.remove());

function needsNode(version: string): void {
  tree.write('package.json', JSON.stringify({ type: 'module', engines: { node: `>=${version}` } }));
}

/** Like the package `node`, which brings a Node along; this one runs the given JavaScript. */
function bringNode(script: string): void {
  executable(`#!${process.execPath}\n${script}\n`);
}

/** A real one that says it is Node 99.9.0. */
function bringNewNode(): void {
  const disguise = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'99.9.0'}})`;
  executable(`#!/bin/sh\nexec "${process.execPath}" --import "data:text/javascript,${disguise}" "$@"\n`);
}

function executable(content: string): void {
  tree.write('node_modules/node/bin/node', content);
  chmodSync(join(tree.folder, 'node_modules/node/bin/node'), 0o755);
}

function launch(...args: readonly string[]) {
  return spawn(process.execPath, [join(tree.folder, 'bin/tidemark.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ReturnType<typeof launch>) {
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), endOf(child)]);
  return { stdout, stderr, ...end };
}

async function endOf(child: ChildProcess) {
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { exitCode, signal };
}

const program = 'console.log(import.meta.url.split("/").slice(-3).join("/"), ...process.argv.slice(2));\n';

describe('an installed package', () => {
  it('says which Node it needs', async () => {
    needsNode('99.1');
    tree.write('dist/cli/main.js', program);
    expect(await finished(launch('--help'))).toEqual({
      exitCode: 1,
      signal: null,
      stdout: '',
      stderr: `tidemark needs Node 99.1 or newer; this is Node ${process.versions.node}.\nInstall it from https://nodejs.org (the LTS release will do) and run the command again.\n`,
    });
  });

  it('compares numbers, not letters', async () => {
    const [major = '', minor = ''] = process.versions.node.split('.');
    needsNode(`${major}.${Number(minor) + 1}`);
    tree.write('dist/cli/main.js', program);
    expect(await finished(launch())).toMatchObject({ exitCode: 1 });
    needsNode('9.99');
    expect(await finished(launch())).toMatchObject({ exitCode: 0 });
  });

  it('runs what was built when the Node will do', async () => {
    needsNode('24.0');
    tree.write('dist/cli/main.js', program);
    const { exitCode, stdout } = await finished(launch('url', 'two words'));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'dist/cli/main.js url two words\n' });
  });

  it('visits a site with the program that loads quickly', async () => {
    needsNode('24.0');
    tree.write('dist/visits/main.js', program);
    const { stdout } = await finished(launch('--quiet', 'track', 'example.org'));
    expect(stdout).toBe('dist/visits/main.js --quiet track example.org\n');
  });
});

describe('a checkout under an old Node', () => {
  beforeEach(() => needsNode('99.1'));

  it('without its packages says how to get them', async () => {
    tree.write('src/main/main.ts', program);
    const { exitCode, stderr } = await finished(launch());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/needs Node 99\.1 or newer.*\nRun "npm install" here/);
  });

  it('hands everything over to the Node that npm brought', async () => {
    tree.write('src/main/main.ts', program);
    bringNode('console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;');
    const { exitCode, stdout, stderr } = await finished(launch('url', 'two words', '--json'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([join(tree.folder, 'bin/tidemark.js'), 'url', 'two words', '--json']);
  });

  it('runs the sources with it', async () => {
    bringNewNode();
    tree.write('src/main/main.ts', `${program}process.exitCode = 3 as number;\n`);
    const { exitCode, stdout, stderr } = await finished(launch('doctor'));
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 3,
      stdout: 'src/main/main.ts doctor\n',
      stderr: '',
    });
  });

  it('passes signals on, and the answer back', async () => {
    tree.write('src/main/main.ts', '');
    bringNode(`
      process.on('SIGTERM', () => { console.log('stopping'); process.exit(5); });
      setInterval(() => undefined, 1 << 30);
      console.log('ready');`);
    const child = launch();
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await finished(child)).toMatchObject({ exitCode: 5 });
  });

  it('ends by the signal that ended the program', async () => {
    tree.write('src/main/main.ts', '');
    bringNode("process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1 << 30);");
    expect(await finished(launch())).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });

  it('leaves nothing running when it is killed', async () => {
    bringNewNode();
    tree.write('src/main/main.ts', "setInterval(() => undefined, 1 << 30);\nconsole.log('ready');\n");
    const child = launch();
    child.stdout.once('data', () => child.kill('SIGKILL'));
    // Standard output closes only when the program behind the launcher is gone, too.
    expect(await finished(child)).toMatchObject({ signal: 'SIGKILL', stdout: 'ready\n' });
  });

  it('says so when the Node that npm brought does not start', async () => {
    tree.write('src/main/main.ts', '');
    executable('#!/nowhere/at/all\n');
    const { exitCode, stderr } = await finished(launch());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/could not start .*Run "npm install" again/);
  });
});
