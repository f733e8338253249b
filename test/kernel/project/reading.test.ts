import { describe, expect, it } from 'vitest';
import {
  editProjectFile,
  parseProjectFile,
  projectFileJsonSchema,
  readProjectFile,
} from '../../../src/project/index.ts';

const head = 'name: tech-news\nsource: https://news.example.org/\n';
const read = (rest: string) => parseProjectFile(`${head}${rest}`);
const messageOf = (file: string | Uint8Array): string => {
  try {
    parseProjectFile(file);
  } catch (error) {
    return String(error);
  }
  return 'accepted';
};

describe('a project file', () => {
  it('needs a name and a source', () => {
    expect(parseProjectFile(head)).toEqual({
      name: 'tech-news',
      source: { url: 'https://news.example.org/' },
    });
  });

  it('may be JSON, with the key that editors want and trailing commas', () => {
    const json =
      '{ "$schema": "./project.json", "name": "tech-news", "source": "https://news.example.org/", }';
    expect(parseProjectFile(json)).toEqual(parseProjectFile(head));
  });

  it('may begin with a byte order mark, have Windows line ends, and be bytes', () => {
    expect(parseProjectFile(Buffer.from(`\ufeff${head.replaceAll('\n', '\r\n')}`))).toEqual(
      parseProjectFile(head),
    );
  });

  it('keeps names and passwords that look like numbers as they are written', () => {
    const { steps } = read(
      'steps: [{ open: /, form: { fill: { pin: 007, version: 1.10, big: 12345678901234567890, n: 5 } } }]',
    );
    expect(steps?.[0]?.form?.fill).toEqual({
      pin: '007',
      version: '1.10',
      big: '12345678901234567890',
      n: '5',
    });
  });

  it('takes yes and no, and leaves them as text where a form wants text', () => {
    const { steps } = read('steps: [{ open: /, form: { fill: { agree: yes, news: true } }, collect: yes }]');
    expect(steps?.[0]).toMatchObject({ collect: true, form: { fill: { agree: 'yes', news: true } } });
  });

  it('knows sizes, times and hours', () => {
    const { limits } = read(
      'limits: { bandwidth: 200k, bytes: 1 GB, delay: 0s, time: 2 hours, hours: 9:00-17:30 UTC }',
    );
    expect(limits).toEqual({
      bandwidth: 204_800,
      bytes: 1e9,
      delay: 0,
      time: 7_200_000,
      hours: [{ from: '09:00', to: '17:30', zone: 'UTC' }],
    });
  });

  it("knows the paper's **default** and session ids of length 0", () => {
    const { rules, preference } = read(
      "preference: { sessionId: 0 }\nrules: [{ deny: '**default**' }, { allow: /a/ }]",
    );
    expect([rules?.[0], preference?.sessionId]).toEqual([{ deny: '**default**' }, 'none']);
  });

  it('may use a few aliases', () => {
    const text = 'forms:\n  - &search { fill: { q: tides } }\n  - *search\n';
    expect(read(text).forms).toEqual([{ fill: { q: 'tides' } }, { fill: { q: 'tides' } }]);
  });

  it('is refused with a key called __proto__', () => {
    expect(messageOf(`${head}__proto__: { polluted: yes }\n`)).toContain('unknown key "__proto__"');
    expect(messageOf(`${head}preference: { __proto__: { depth: 3 } }\n`)).toContain(
      'unknown key "__proto__"',
    );
  });
});

describe('what a hostile file costs', () => {
  it('more than 1 MiB is not read', () => {
    expect(messageOf(`${head}# ${'x'.repeat(2 ** 20)}`)).toContain('at most 1048576');
  });

  it.each([
    ['brackets', '['.repeat(2 ** 20 - 100)],
    ['braces', '{a: '.repeat(2 ** 18 - 100)],
    ['lists', '- '.repeat(2 ** 19 - 100)],
    ['questions', '? '.repeat(2 ** 19 - 100)],
    ['indentation', Array.from({ length: 1300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['quotes', '"'.repeat(2 ** 17)],
    ['aliases', `a: &a x\nb: [${'*a,'.repeat(300_000)}]`],
    ['anchors', Array.from({ length: 50_000 }, (_, i) => `- &a${i} x`).join('\n')],
    ['unknown keys', Array.from({ length: 50_000 }, (_, i) => `key${i}: x`).join('\n')],
  ])('a megabyte of %s is refused, and not read for minutes', (_, text) => {
    expect(messageOf(text)).toContain('ProjectFileError');
  });

  it('of a thousand mistakes, the first twenty are reported', () => {
    const message = messageOf(`${head}${Array.from({ length: 1000 }, (_, i) => `key${i}: x`).join('\n')}`);
    expect(message.split('\n\n')).toHaveLength(21);
    expect(message).toContain('and 980 more');
  });
});

describe('secrets in a file that is refused', () => {
  const leaks = [
    'preference: { user: kim, password: hunter2 }',
    'preference:\n  user: kim\n  password: hunter2, with a comma}',
    'preference:\n  password: "hunter2',
    "preference:\n  password: 'x\n    hunter2'\n  dept: 3",
    'preference:\n  password: |\n    hunter2\n  dept: 3',
    'preference:\n  password:\n    hunter2\n  dept: 3',
    'preference:\n  password:\n    - hunter2\n  dept: 3',
    'preference:\n  password: [hunter2, hunter2]',
    'preference:\n  password: { hunter2 }',
    'preference:\n  password: { value: hunter2 }',
    'preference: { password: { value: hunter2, env: X } }',
    'preference:\n  password: @hunter2',
    'preference:\n  password: *hunter2',
    'preference:\n  password: !hunter2 x',
    'preference:\n  password: "\\hunter2"',
    'preference:\n  password: a: hunter2',
    'session: { login: { bearer: hunter2 } }',
    'steps:\n  - open: /\n    form: { fill: { password: hunter2 }, sumbit: x }',
    'steps:\n  - open: /\n    form:\n      fill:\n        api-key: hunter2\n        q:\n',
    '{"preference": {"password": "hunter2", "dept": 3}}',
    'crawl: { proxy: "http://kim:hunter2@proxy example" }',
    'crawl: { proxy: "ftp://kim:hunter2@proxy/" }',
    'steps: [{ open: "https://kim:hunter2@news.example.org/" }]',
  ];
  it.each(leaks)('%j shows nothing', (text) => {
    const message = messageOf(text.startsWith('{') ? text : `${head}${text}\n`);
    expect(message).toContain('ProjectFileError');
    expect(message).not.toContain('hunter2');
  });
});

describe('warnings', () => {
  it('have a place and a message, and stop nothing', () => {
    const { warnings } = readProjectFile(
      `${head}rules:\n  - allow: more.php?newsclass=a\n  - default: deny\nsession:\n  login: { open: /login, form: { fill: { password: x } } }\n`,
    );
    expect(warnings.map(({ line, path }) => [line, path])).toEqual([
      [4, 'rules[0]'],
      [7, 'session.login'],
      [7, 'session.login.form.fill.password'],
    ]);
  });
});

describe('editing a file', () => {
  it('keeps comments and the words of what did not change', () => {
    const text = `# Mine.\n${head}preference: { depth: 3 } # deep enough\nrules:\n  # no print pages\n  - deny: /print/\n  - allow: /news/ # news\n  - default: deny\n`;
    const edited = editProjectFile(text, (project) => ({
      ...project,
      preference: { ...project.preference, depth: 5 },
      rules: [...(project.rules ?? []).slice(0, 2), { deny: '/adverts/' }, ...(project.rules ?? []).slice(2)],
    }));
    expect(edited).toBe(
      text.replace('depth: 3', 'depth: 5').replace('  - default', '  - deny: /adverts/\n  - default'),
    );
  });

  it('that changes nothing keeps every letter', () => {
    const text = `${head}preference:   {depth:   3}\n`;
    expect(editProjectFile(text, (project) => project)).toBe(text);
  });

  it('does not carry a change to where an alias stands for the same value', () => {
    const text = `${head}forms:\n  - &search { fill: { q: tides } }\n  - *search\n`;
    const edited = editProjectFile(text, (project) => ({
      ...project,
      forms: [{ fill: { q: 'moon' } }, ...(project.forms ?? []).slice(1)],
    }));
    expect(parseProjectFile(edited).forms).toEqual([{ fill: { q: 'moon' } }, { fill: { q: 'tides' } }]);
  });

  it('to something that makes no sense is refused', () => {
    expect(() => editProjectFile(head, (project) => ({ ...project, name: '' }))).toThrow(/"name"/);
  });
});

describe('the JSON Schema', () => {
  const schema = projectFileJsonSchema();

  it('says what every key is for', () => {
    const undescribed: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties')
          for (const [name, property] of Object.entries(value as object))
            if (!('description' in property)) undescribed.push(`${path}.${name}`);
        look(value, key === 'properties' ? path : `${path}.${key}`);
      }
    };
    look(schema, '');
    expect(undescribed).toEqual([]);
  });

  it('refuses unknown keys and is JSON', () => {
    expect(schema['additionalProperties']).toBe(false);
    expect(schema['required']).toEqual(['name', 'source']);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
