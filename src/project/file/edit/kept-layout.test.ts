import { describe, expect, it } from 'vitest';
import { editProjectFile } from './edit-project-file.ts';

const file = `# My shop
name:   lamps          # short
source: http://shop.example/
preference:
    depth: 2           # four spaces

    # a comment of its own
notify:
- mailto:me@example.org
- to:   file:told.log   # a log


detectors:
- words: [flu, virus]
  name:  flu
`;

const withComment = (text: string) =>
  editProjectFile(text, (project) => ({ ...project, comment: 'By hand' }));

describe('a file that is changed', () => {
  it('keeps the layout of every entry that stays, and gets a new one at its end', () => {
    expect(withComment(file)).toBe(`${file}comment: By hand\n`);
    expect(withComment(file.trimEnd())).toBe(`${file}comment: By hand\n`);
  });

  it('has its own line ends', () => {
    const windows = file.replaceAll('\n', '\r\n');
    expect(withComment(windows)).toBe(`${windows}comment: By hand\r\n`);
  });

  it('is set in its own way where it changes: lists that are not indented, brackets without spaces', () => {
    const changed = editProjectFile(file, ({ detectors = [], ...project }) => ({
      ...project,
      detectors: [...detectors, { name: 'cheap', number: { beside: ['price'], below: 30 } }],
    }));
    expect(changed).toBe(
      `${file.replace('name:  flu', 'name: flu')}- name: cheap\n  number:\n    beside: [price]\n    below: 30\n`,
    );
  });
});
