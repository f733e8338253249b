import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first test that fails ends a run, so long tests come last. Vitest itself starts with them. */
class ShortFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

/** The tests that run against each mutant: `scripts/mutate.ts` names their folders. */
const folders = (process.env['MUTATION_TESTS'] ?? 'src').split(',');

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    sequence: { sequencer: ShortFilesFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
