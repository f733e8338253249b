#!/usr/bin/env node
// Plain JavaScript that any Node since 14 can read: it finds a Node that can run Tidemark, then runs it.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Of four threads, names of hosts get two: a few that no DNS server answers made all other hosts wait for half a minute.
if (process.env.UV_THREADPOOL_SIZE === undefined) process.env.UV_THREADPOOL_SIZE = '64';

const root = new URL('../', import.meta.url);
const at = (path) => fileURLToPath(new URL(path, root));

/** The oldest Node that will do, as `engines` in package.json says it (">=24.15"). */
const needed = JSON.parse(readFileSync(at('package.json'), 'utf8')).engines.node.replace('>=', '');

function isAtLeast(version, wanted) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Runs this launcher again with the Node that the checkout pins, as if it had been that one from the start. */
async function runWith(node) {
  // Loaded late: most starts do not need it, and it brings a tenth of what Node loads.
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`tidemark: could not start ${node}: ${error.message}. Run "npm install" again.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code;
    }
  });
}

const isCheckout = existsSync(at('src/main/main.ts'));
const pinned = at('node_modules/node/bin/node');

if (isAtLeast(process.versions.node, needed)) {
  // Started by the branch below: when that process is killed, nothing may go on behind its back.
  if (process.channel) {
    process.channel.unref();
    process.on('disconnect', () => process.exit(1));
  }
  module.enableCompileCache();
  // The same program twice: one is bundled so that what visits load is in few files.
  const isVisit = process.argv.includes('crawl') || process.argv.includes('track');
  const built = isVisit ? '../dist/visits/main.js' : '../dist/cli/main.js';
  await import(isCheckout ? '../src/main/main.ts' : built);
} else if (isCheckout && existsSync(pinned)) {
  await runWith(pinned);
} else {
  console.error(
    `tidemark needs Node ${needed} or newer; this is Node ${process.versions.node}.\n` +
      (isCheckout
        ? 'Run "npm install" here: it brings the right Node along.'
        : 'Install it from https://nodejs.org (the LTS release will do) and run the command again.'),
  );
  process.exitCode = 1;
}
