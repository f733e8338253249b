import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  compileRules,
  parseProjectFile,
  readProjectFile,
  writeProjectFile,
} from '../../../src/project/index.ts';

const folder = join(import.meta.dirname, '../../../docs/examples/projects');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('docs/examples/projects', () => {
  it.each(readdirSync(folder))(
    '%s: under 30 lines, nothing doubtful, and the same after export and import',
    (name) => {
      const text = read(name);
      expect(text.trimEnd().split('\n').length).toBeLessThan(30);
      const { definition, warnings } = readProjectFile(text, { fileName: name });
      expect(warnings).toEqual([]);
      expect(parseProjectFile(writeProjectFile(definition))).toEqual(definition);
    },
  );

  it('the private forum of section 3.4.6: log in, choose a board, search, keep the articles', () => {
    const project = parseProjectFile(read('private-forum.yaml'));
    expect(project.session?.login).toEqual({ step: 'log in' });
    expect(project.steps?.map(({ collect }) => collect)).toEqual([false, false, { only: ['/article/'] }]);
    expect(project.steps?.[0]?.form?.fill?.['password']).toEqual({ env: 'FORUM_PASSWORD' });
    expect(project.steps?.[1]?.follow).toEqual({ text: 'Java' });
    expect(project.steps?.[2]).toMatchObject({ form: { fill: { q: 'generics' } }, depth: 3 });
  });

  it('the news of section 5.6: eight rules, two steps of depth 3, a search', () => {
    const project = parseProjectFile(read('news.yaml'));
    expect(project.rules).toHaveLength(8);
    const rules = compileRules(project.rules ?? []);
    expect(rules.decide({ url: 'https://news.example.org/060525/195/36cky.html' }).verdict).toBe('accept');
    expect(rules.decide({ url: 'https://news.example.org/more.php?newsclass=finance' }).verdict).toBe(
      'accept',
    );
    expect(rules.decide({ url: 'https://news.example.org/sports/' }).verdict).toBe('reject');
    expect(project.preference?.depth).toBe(3);
    expect(project.steps?.map((step) => addressOf(project, step))).toEqual([
      'https://news.example.org/technology/',
      'https://news.example.org/finance/',
    ]);
    expect(project.forms).toEqual([{ find: { action: '/search.php' }, fill: { p: 'Google' } }]);
  });

  it('the two sub-trees of figure 3-13', () => {
    const project = parseProjectFile(read('two-sub-trees.yaml'));
    expect(project.steps?.map(({ open, scope }) => [open, scope])).toEqual([
      ['/intro/', ['files.example.org/intro/']],
      ['/public/doc1/', ['files.example.org/public/doc1/']],
    ]);
  });
});
