import { describe, expect, it } from 'vitest';
import { parseProjectFile } from '../parse-project-file.ts';
import { setInProjectFile } from './set-values.ts';

const file = `# the news
name: news
source: https://news.example.org/ # where
rules:
  - deny: /print/ # no print pages
  - default: allow
steps:
  - open: /technology/
    form: { fill: { q: tides } }
`;

describe('values set by their place', () => {
  it.each([
    ['limits.pages=200', { limits: { pages: 200 } }],
    ['limits.bandwidth=200k', { limits: { bandwidth: 204_800 } }],
    ['steps[0].form.fill.q=[tides, moon]', { steps: [{ form: { fill: { q: ['tides', 'moon'] } } }] }],
    ['steps[0].form.fill."user.name"=me', { steps: [{ form: { fill: { q: 'tides', 'user.name': 'me' } } }] }],
    [`steps[0].form.fill.'user[name]' = me`, { steps: [{ form: { fill: { 'user[name]': 'me' } } }] }],
    ['"steps"[0]."form".fill."a=\\"b\\""=me=you', { steps: [{ form: { fill: { 'a="b"': 'me=you' } } }] }],
    ["steps[0].form.fill.it's=me", { steps: [{ form: { fill: { "it's": 'me' } } }] }],
    ['steps[0].form.fill."\\u00e9"=me', { steps: [{ form: { fill: { é: 'me' } } }] }],
    ['rules[0].deny=a=b', { rules: [{ deny: 'a=b' }, { allow: '**default**' }] }],
    ['steps[1].open=/finance/', { steps: [{ open: '/technology/' }, { open: '/finance/' }] }],
    ['source.url=https://other.example.org/', null],
    ['source=https://other.example.org/', { source: { url: 'https://other.example.org/' } }],
  ])('%s', (assignment, expected) => {
    const set = () => parseProjectFile(setInProjectFile(file, [assignment]));
    if (expected === null) expect(set).toThrow(/cannot set source\.url: there is no map/);
    else expect(set()).toMatchObject(expected);
  });

  it('keeps comments, and does several at once', () => {
    const text = setInProjectFile(file, ['limits.pages=5', 'limits.time=2h']);
    expect(text).toContain('# the news');
    expect(text).toContain('- deny: /print/ # no print pages');
    expect(parseProjectFile(text).limits).toEqual({ pages: 5, time: 7_200_000 });
  });

  it('removes what is set to nothing', () => {
    expect(parseProjectFile(setInProjectFile(file, ['rules[0]=']))).toMatchObject({
      rules: [{ allow: '**default**' }],
    });
    expect(parseProjectFile(setInProjectFile(file, ['steps=', 'limits.pages=']))).not.toHaveProperty('steps');
  });

  it.each([
    ['limits.pages', /cannot set limits\.pages: write the place, = and the value/],
    ['limits..pages=1', /cannot set limits\.\.pages: write a place as in/],
    ['.limits.pages=1', /cannot set \.limits\.pages: write a place as in/],
    ['limits.pages.=1', /cannot set limits\.pages\.: write a place as in/],
    ['limits"pages"=1', /unknown key "limits"pages""/],
    ['limits."pages"x=1', /cannot set limits\."pages"x: write a place as in .*quotes/],
    [
      'steps[0].form.fill."user.name=hunter2',
      /cannot set steps\[0\]\.form\.fill\."user\.name: the quote .* is not closed/,
    ],
    ["steps[0].form.fill.'user.name=hunter2", /the quote .* is not closed/],
    ['limits."\\x"=1', /cannot set limits\."\\x": .* as in JSON/],
    ['limits."a""b"=1', /cannot set limits\."a""b": write a place as in/],
    ['steps[x].open=/a/', /cannot set steps\[x\]\.open: write a place as in/],
    ['rules.deny=x', /cannot set rules\.deny: .*brackets/],
    ['limits[0]=1', /unknown key|must be|a map/],
    ['rules[7].deny=x', /has 2 entries/],
    ['limits.pags=1', /unknown key "pags"/],
    ['limits.pages=many', /"pages" must be/],
    ['name={', /the value is not YAML/],
  ])('%s is refused', (assignment, message) => {
    expect(() => setInProjectFile(file, [assignment])).toThrow(message);
    expect(() => setInProjectFile(file, [assignment])).not.toThrow(/hunter2/);
  });
});
