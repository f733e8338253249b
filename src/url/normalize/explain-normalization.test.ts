import { describe, expect, test } from 'vitest';
import { explainNormalization } from './normalize-url.ts';

describe('an explanation', () => {
  test('names every rule that changed something', () => {
    const { url, steps } = explainNormalization('HTTP://Ex.com:80/a/../%7eb#c');
    expect(url).toBe('http://ex.com/~b');
    expect(steps.map((step) => step.rule)).toEqual([
      'percent-encoding',
      'lower-case-authority',
      'default-port',
      'dot-segments',
      'no-fragment',
    ]);
    expect(steps[2]).toMatchObject({
      before: 'http://ex.com:80/a/../~b#c',
      after: 'http://ex.com/a/../~b#c',
    });
  });

  test('names the parser when it made the change', () => {
    expect(explainNormalization(' http://a').steps).toMatchObject([{ rule: 'parse', before: ' http://a' }]);
    expect(explainNormalization('../x#y', { base: 'http://a/b/c' }).steps.map((step) => step.rule)).toEqual([
      'resolve',
      'no-fragment',
    ]);
  });

  test.each(['/a/b/..', '/a/b/../', '/a/b/c/../../.', '/a/.'])('names the rule that resolves %s', (path) => {
    const { url, steps } = explainNormalization(`http://h${path}`);
    expect(url).toBe('http://h/a/');
    expect(steps.map((step) => step.rule)).toEqual(['dot-segments']);
  });

  test('is empty for a normal URL', () => {
    expect(explainNormalization('http://a/?')).toEqual({ url: 'http://a/?', steps: [] });
  });
});
