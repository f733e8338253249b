import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile } from '../../cli/run-tidemark.ts';
import { siteOf } from './site.ts';

test('the same seed makes the same site', () => {
  const size = { pages: 25, visits: 5, editsPerVisit: 8 };
  const [one, other] = [siteOf(7, size), siteOf(7, size)];
  expect(one.script).toEqual(other.script);
  expect(one.truth).toEqual(other.truth);
  expect(one.noise.kinds).toEqual(other.noise.kinds);
});

test('the judge shares no code with what it judges', () => {
  const files = globSync(projectFile('test/{kernel/track/site,sites/session-sites}/**/*.ts')).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => /from '[^']*\/src\//.test(readFileSync(file, 'utf8')))).toEqual([]);
});
