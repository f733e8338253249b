import type { TestProject } from 'vitest/node';
import { builtForTests } from './built-for-tests.ts';

/** Before the first test. Who watches files changes sources while tests run: their threads are not taken from a build. */
export default function setup({ vitest }: TestProject): void {
  if (!vitest.config.watch) process.env['TIDEMARK_BUILT_FOR_TESTS'] = builtForTests();
}
