import { defineConfig } from 'vitest/config';

/** The tests that a mutant must survive: `scripts/mutate.ts` names their folders. */
const folders = (process.env['MUTATION_TESTS'] ?? 'src').split(',');

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
