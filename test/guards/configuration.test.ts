import { describe, expect, it } from 'vitest';
import { configFields } from '../../src/config/index.ts';
import { codeIn, readProjectFile, tableRows } from './markdown.ts';

describe('docs/configuration.md', () => {
  it('has every setting with its variable, default and meaning, and none that is gone', () => {
    const documented = tableRows(readProjectFile('docs/configuration.md'))
      .filter(([first]) => codeIn(first) !== null)
      .map(([name, env, fallback, meaning]) => ({
        name: codeIn(name),
        env: codeIn(env),
        fallback: fallback === 'empty' ? '' : codeIn(fallback),
        meaning,
      }));
    expect(documented).toEqual(
      Object.entries(configFields).map(([name, { env, fallback, meaning }]) => ({
        name,
        env,
        fallback,
        meaning,
      })),
    );
  });
});
