import { describe, expect, it } from 'vitest';
import { contentSetting, structureSetting } from '../../../src/fingerprint/index.ts';
import { judgePairs, scoresOf } from './applications/evaluate.ts';
import { generatedPages } from './applications/generated-pages.ts';
import { heldOutStyles, tuningStyles } from './applications/styles/all-styles.ts';

describe.each([...tuningStyles, ...heldOutStyles])('an application in the style $name', (style) => {
  const { pages } = generatedPages(style, 41);

  it('structure tells its states apart, whatever data they show', () => {
    const { fingerprint, isNearDuplicate } = structureSetting();
    const prints = pages
      .filter(({ isTwin }) => !isTwin)
      .map(({ state, content }) => ({ state, fingerprint: fingerprint(content) }));
    expect(scoresOf(judgePairs(prints, isNearDuplicate)).f1).toBeGreaterThan(0.85);
  });

  it('content tells its records apart, whatever noise is around them', () => {
    const { fingerprint, isNearDuplicate } = contentSetting();
    const prints = pages.map(({ record, content }) => ({ state: record, fingerprint: fingerprint(content) }));
    const { precision, recall } = scoresOf(judgePairs(prints, isNearDuplicate));
    expect(recall).toBe(1);
    expect(precision).toBeGreaterThan(0.75);
  });
});
