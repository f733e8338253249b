import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../file/parse-project-file.ts';
import { draftProjectFile, type SiteSurvey } from './draft-project-file.ts';

const site = 'https://example.org';
const survey: SiteSurvey = {
  start: `${site}/`,
  account: null,
  isHidden: false,
  pagesSeen: 3,
  robots: { crawlDelay: 2, disallowed: ['/private/', '/*?print='], instead: null },
  sitemaps: [
    { url: `${site}/map.xml`, pages: 120 },
    { url: `${site}/gone.xml`, pages: null },
  ],
  forms: [
    {
      kind: 'log-in',
      page: `${site}/login`,
      action: `${site}/session`,
      method: 'post',
      find: { action: '/session' },
      fields: [
        { name: 'user', isPassword: false },
        { name: 'pass[word]', isPassword: true },
      ],
    },
    {
      kind: 'search',
      page: `${site}/`,
      action: `${site}/find`,
      method: 'get',
      find: {},
      fields: [{ name: 'q', isPassword: false }],
    },
  ],
  urls: [`${site}/`, `${site}/news/1`, `${site}/news/2`, `${site}/it's,{odd}?a:%20b=1`],
};

/** The draft after a user has removed every `# `. */
const uncommented = (text: string): string => text.replace(/^# /gm, '');

describe('the draft of a project', () => {
  it('can be used as it is, and collects the whole site', () => {
    const { definition, warnings } = readProjectFile(draftProjectFile('example.org', survey));
    expect(definition).toEqual({ name: 'example.org', source: { url: `${site}/` } });
    expect(warnings).toEqual([]);
  });

  it('can be used with everything that it proposes', () => {
    const { definition } = readProjectFile(uncommented(draftProjectFile('example.org', survey)));
    expect(definition.rules).toHaveLength(4);
    expect(definition.session).toMatchObject({ login: { step: 'log in' } });
    expect(definition.steps?.map(({ name, open }) => [name, open])).toEqual([
      ['log in', '/login'],
      ['search', '/'],
      [undefined, '/'],
    ]);
    expect(definition.steps?.[0]?.form?.fill).toEqual({
      user: 'my-name',
      'pass[word]': { secret: 'site-password' },
    });
    expect(definition.limits?.pages).toBe(1000);
  });

  it('says what was found', () => {
    const text = draftProjectFile('example.org', survey);
    expect(text).toContain('asks for 2 s between two requests');
    expect(text).toContain('##   /private/');
    expect(text).toContain(`${site}/map.xml: 120 pages`);
    expect(text).toContain(`${site}/gone.xml: could not be read`);
    expect(text).toContain('# /news/NNN: 2, such as https://example.org/news/1');
    expect(text).toContain('a search form on https://example.org/: GET https://example.org/find, fields q');
  });

  it('lists no more than helps to choose, and says how much it leaves out', () => {
    const many = (count: number, path: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => path(n));
    const text = draftProjectFile('example.org', {
      ...survey,
      urls: many(27, (n) => `${site}/list?${String.fromCharCode(97 + n)}=1`),
      robots: { crawlDelay: null, disallowed: many(22, (n) => `/private-${n}/`), instead: null },
      forms: many(11, (n) => `${site}/form-${n}`).map((page) => ({
        kind: 'other',
        page,
        action: page,
        method: 'get',
        find: {},
        fields: [],
      })),
    });
    expect(text.match(/- allow: /g)).toHaveLength(25);
    expect(text.match(/^## {3}\/private-/gm)).toHaveLength(20);
    expect(text.match(/a form on /g)).toHaveLength(10);
    expect(text.match(/and \d+ more/g)).toEqual(['and 2 more', 'and 2 more', 'and 1 more']);
  });

  it('opens pages of other hosts by their full address', () => {
    const [form] = survey.forms;
    const forms = form === undefined ? [] : [{ ...form, page: 'https://login.example.org/in?a=b' }];
    const { definition } = readProjectFile(uncommented(draftProjectFile('a', { ...survey, forms })));
    expect(definition.steps?.[0]?.open).toBe('https://login.example.org/in?a=b');
  });

  it('says what is not there', () => {
    const empty = { ...survey, sitemaps: [], forms: [], urls: [] };
    const text = draftProjectFile('a', {
      ...empty,
      robots: { crawlDelay: null, disallowed: [], instead: null },
    });
    expect(text).toContain(
      '## robots.txt asks for no delay; it is obeyed by default.\n## It disallows nothing.',
    );
    expect(text).toContain('## Sitemaps: none found.');
    expect(text).toContain('## Forms: none found.');
    const instead = 'there is none, so everything is allowed';
    expect(
      draftProjectFile('a', { ...empty, robots: { crawlDelay: null, disallowed: [], instead } }),
    ).toContain(`## robots.txt: ${instead}.`);
  });

  it('is not broken by what a site says', () => {
    const robots = { crawlDelay: null, disallowed: ['/a\nname: evil', '/b\u{2028}source: x'], instead: null };
    const text = draftProjectFile('a: b', { ...survey, robots, forms: [], sitemaps: [], urls: [] });
    expect(readProjectFile(text).definition.name).toBe('a: b');
  });
});
