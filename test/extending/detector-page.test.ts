import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  type AnyKind,
  compileDetector,
  DetectorSet,
  detectorInputOf,
  detectorKinds,
  detectorSchema,
  loadStemmers,
  ResultsMemory,
} from '../../src/detect/index.ts';
import { segmentHtml } from '../../src/document/index.ts';
import { SeenMemory } from '../../src/track/index.ts';
import { projectRoot } from '../guards/planted-tree.ts';
import { blocksOf, folderForThisTest } from './blocks-of-page.ts';

test('the kind of docs/extending/detector.md is read, compiled and finds what the page says', async () => {
  const [code = ''] = blocksOf('docs/extending/detector.md', 'ts');
  const file = join(folderForThisTest(), 'shouting.ts');
  const zod = pathToFileURL(join(projectRoot, 'node_modules/zod/index.js')).href;
  writeFileSync(file, code.replace("'zod'", `'${zod}'`));
  const { shouting } = (await import(pathToFileURL(file).href)) as { readonly shouting: AnyKind };

  const schema = detectorSchema({}, [...detectorKinds, shouting]);
  const definition = schema.parse({ any: [{ shouting: 3 }, { words: ['quiet'] }] });
  expect(schema.safeParse({ shouting: 'loud' }).success).toBe(false);

  const stemmers = await loadStemmers();
  const detector = compileDetector(definition, { stemmers, addresses: () => () => true, kinds: [shouting] });
  const now = segmentHtml(Buffer.from('<p>Please BUY IT NOW or never</p><p>A TV</p>')).leaves;
  const news = detectorInputOf({
    pageId: 1,
    url: 'https://example.org/',
    event: 'new',
    now,
    before: null,
    changes: now.map((after) => ({ flag: 'new', before: null, after })),
    seen: SeenMemory.empty,
    sources: () => ({ now: null, before: null }),
  });
  const { matches } = new DetectorSet([detector], stemmers).detect(news, ResultsMemory.empty);
  expect(matches.map(({ reason }) => reason)).toEqual(['the page shouts “BUY IT NOW”']);
});
