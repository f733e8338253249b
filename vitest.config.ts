import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const every = {
  pool: 'forks' as const,
  globalSetup: ['test/fixtures/program/build-once.ts', 'test/kernel/database/shared-postgres.ts'],
  execArgv: ['--import', join(import.meta.dirname, 'test/fixtures/program/threads-from-build.ts')],
  // Files share a process: to load the program and to warm it up takes two seconds of the processor, longer than most files take for the rest. So modules,
  // helpers of tests included, must keep no state that a test could leave behind, and add no hooks when they are loaded.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // As long as it takes: one second is too short on a busy machine, and what never comes fails the test anyway.
  expect: { poll: { timeout: 120_000 } },
  // Tests start the program some two hundred times: it is compiled once, also for its threads and in other temporary folders.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile') },
};

export default defineConfig({
  test: {
    // Half of the time of most scenarios is waiting, for servers, pauses between requests or browsers: two files for each core keep it busy.
    maxWorkers: 2 * availableParallelism(),
    // They run in the order of their names: long files come first, and short ones keep all cores busy to the end.
    projects: [
      {
        test: {
          ...every,
          name: 'scenarios',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/fixtures/program/use-features.ts', 'test/fixtures/program/heap-as-it-is.ts'],
        },
      },
      {
        test: {
          ...every,
          name: 'units',
          include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'],
          setupFiles: ['test/fixtures/program/use-features.ts'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.example.ts'],
      reporter: ['json-summary'],
    },
  },
});
