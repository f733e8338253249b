import { expect, test } from 'vitest';
import { ProjectError } from '../errors.ts';
import { parseProjectFile } from '../file/parse-project-file.ts';
import { ProjectFileError } from '../file/problems/project-file-error.ts';
import { compileRules } from './compile-rules.ts';
import type { RuleDefinition } from './rule-definition.ts';

function messageFor(rule: unknown): string {
  try {
    compileRules([{ deny: '**default**' }, { allow: 'a' }, rule as RuleDefinition]);
  } catch (error) {
    if (error instanceof ProjectError && error.code === 'PROJECT_RULE_INVALID') return error.message;
    throw error;
  }
  return 'valid';
}

test('the message about a rule gives its number and what is wrong', () => {
  const rules = [
    { deny: '(' },
    { deny: '[a' },
    { deny: 'a**' },
    { deny: '*.pdf' },
    { deny: '(?=a)' },
    { deny: '(a)\\1' },
    { deny: 'a{1001}' },
    { deny: '' },
    { deny: { glob: '/news/**' } },
    { deny: { glob: 'example.org/*' } },
    { deny: { glob: 'https://example.org/{a' } },
    { deny: { glob: 'https://example.org/a}' } },
    { deny: { regex: 'a', glob: '**' } },
    { deny: { depth: {} } },
    { deny: { depth: { min: -1 } } },
    { deny: { depth: { min: 3, max: 2 } } },
    { deny: { size: { max: '5 apples' } } },
    { deny: { age: { min: '30 moons' } } },
    { deny: { type: 'pdf' } },
    { deny: { type: [] } },
    { deny: { query: {} } },
    { deny: { query: { with: '=3' } } },
    { allow: '**default**' },
  ];
  expect(rules.map(messageFor)).toMatchInlineSnapshot(`
    [
      "rule 3: "(" is not a valid pattern: missing )",
      "rule 3: "[a" is not a valid pattern: missing ]",
      "rule 3: "a**" is not a valid pattern: ** repeats something that is already repeated; for a glob write { glob: 'a**' }",
      "rule 3: "*.pdf" is not a valid pattern: * has nothing to repeat; for a glob write { glob: '*.pdf' }",
      "rule 3: "(?=a)" is not a valid pattern: (?= (look-ahead or look-behind) is not supported, because it can take forever",
      "rule 3: "(a)\\1" is not a valid pattern: \\1 (a back-reference) is not supported, because it can take forever",
      "rule 3: "a{1001}" is not a valid pattern: {1001} is not a valid number of repetitions; at most 1000 are possible",
      "rule 3: "" is not a valid pattern: it is empty; write .* for every URL",
      "rule 3: "/news/**" is not a valid glob: a glob is compared with the whole URL: write https://... or **/news/**",
      "rule 3: "example.org/*" is not a valid glob: a glob is compared with the whole URL: write https://... or **example.org/*",
      "rule 3: "https://example.org/{a" is not a valid glob: missing }",
      "rule 3: "https://example.org/a}" is not a valid glob: } without {; write \\} for the character itself",
      "rule 3: has both regex and glob: write two rules, or put both into one regex",
      "rule 3: depth needs min or max",
      "rule 3: depth cannot be "-1": write a whole number from 0 on",
      "rule 3: depth cannot be at least 3 and at most 2",
      "rule 3: size cannot be "5 apples": write bytes, or a size such as 5 MB",
      "rule 3: age cannot be "30 moons": write a time such as 30 days",
      "rule 3: type cannot be "pdf": write text/html, or image/* for all images",
      "rule 3: type needs at least one media type, such as text/html",
      "rule 3: query needs with or without",
      "rule 3: query cannot be "=3": write a name, or name=value",
      "rule 3: is a second default, after rule 1",
    ]
  `);
});

test('a rule of the wrong shape is refused by the schema of project files', () => {
  const messagesFor = (rule: unknown): readonly string[] => {
    const rules = [{ deny: '**default**' }, { allow: 'a' }, rule];
    try {
      parseProjectFile(JSON.stringify({ name: 'a', source: 'https://example.org/', rules }));
      return ['valid'];
    } catch (error) {
      if (!(error instanceof ProjectFileError)) throw error;
      return error.problems.map(({ path, message, hint }) => `${path}: ${message}; ${hint}`);
    }
  };
  const here = 'rules[2]';
  const rules: readonly (readonly [rule: unknown, message: string])[] = [
    [
      { deny: {} },
      `${here}.deny: this rule has no condition, so it would match every page; to decide about all other pages, write default: deny`,
    ],
    [
      { deny: { extension: 'pdf' } },
      `${here}.deny: unknown key "extension"; possible keys here: regex, glob, depth, type, size, age, query`,
    ],
    [{ deny: { size: { more: 5 } } }, `${here}.deny.size: unknown key "more"; possible keys here: min, max`],
    [
      { deny: { age: { min: 30 } } },
      `${here}.deny.age.min: "min" must be a time with a unit (s, m, h or d), not 30; write min: 30d`,
    ],
    [{ deny: 'a', allow: 'b' }, `${here}.deny: "allow" and "deny" cannot be used together; keep one of them`],
    [
      { name: 'nothing' },
      `${here}: "allow", "deny" or "default" is missing here; begin the rule as in - allow: /technology/`,
    ],
    // A number is text, too.
    [{ deny: 7 }, 'valid'],
    [{ deny: 'a', name: 7 }, 'valid'],
    [
      { deny: 'a', prority: 7 },
      `${here}: unknown key "prority"; possible keys here: allow, deny, default, name, comment`,
    ],
    [
      'deny',
      `${here}: entry 3 of "rules" must be a rule that begins with "allow", "deny" or "default", not "deny"; write - allow: /technology/`,
    ],
  ];
  for (const [rule, message] of rules) expect(messagesFor(rule)).toEqual([message]);
});

test('rules that only allow, without a default, keep nothing out', () => {
  expect(() => compileRules([{ allow: 'a' }, { allow: 'b' }])).toThrow(
    "rules: every rule allows, so nothing is kept out: add deny: '**default**' to keep out the rest",
  );
});

test('no rules at all accept everything', () => {
  expect(compileRules([]).decide({ url: 'https://example.org/' })).toMatchObject({
    verdict: 'accept',
    rule: 'default',
  });
});

test('rules that cost too much together are refused, by the number of the first that is too much', () => {
  const large = { deny: 'a[ab]{900}c' };
  expect(() => compileRules(Array(50).fill(large))).not.toThrow();
  expect(() => compileRules(Array(60).fill(large))).toThrow(
    /^rule 56: together with those before it, it costs too much for every link/,
  );
  const ordinary = (n: number) => ({ deny: `/tag-${n}/.*[0-9]+$` });
  expect(() => compileRules(Array.from({ length: 1000 }, (_, n) => ordinary(n)))).not.toThrow();
});
