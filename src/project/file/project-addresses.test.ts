import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseProjectFile } from './parse-project-file.ts';
import { addressPlaces, projectAddresses } from './project-addresses.ts';
import { addressFields } from './schema/addresses.ts';
import { projectSchema } from './schema/project-schema.ts';

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly takesAddress?: true;
}

/** Every place of the project file that takes free text, and whether it is declared as an address. */
function textFields(): ReadonlyMap<string, boolean> {
  const whole = z.toJSONSchema(projectSchema(), { io: 'input', metadata: addressFields }) as Schema;
  const fields = new Map<string, boolean>();
  const walk = (schema: Schema, path: string, isAddress: boolean, within: readonly string[]): void => {
    const marked = isAddress || schema.takesAddress === true;
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace('#/$defs/', '');
      const inner = whole.$defs?.[name];
      // A value that may hold values of its own kind is entered once.
      if (inner !== undefined && !within.includes(name)) walk(inner, path, marked, [...within, name]);
      return;
    }
    for (const way of schema.anyOf ?? []) walk(way, path, marked, within);
    const isText = [schema.type].flat().includes('string');
    if (isText && schema.enum === undefined && schema.const === undefined && schema.pattern === undefined)
      fields.set(path, marked || fields.get(path) === true);
    if (schema.items !== undefined) walk(schema.items, `${path}[]`, false, within);
    for (const [key, value] of Object.entries(schema.properties ?? {}))
      walk(value, path === '' ? key : `${path}.${key}`, false, within);
    if (typeof schema.additionalProperties === 'object')
      walk(schema.additionalProperties, `${path}.*`, false, within);
  };
  walk(whole, '', false, []);
  return fields;
}

/** How a file may write the same for short. */
const inFull = (path: string): string =>
  path === 'source' ? 'source.url' : path === 'notify[]' ? 'notify[].to' : path;

test('every field that is declared as an address is on the list of addresses, and nothing else is', () => {
  const declared = [...textFields()].flatMap(([path, isAddress]) => (isAddress ? [inFull(path)] : []));
  // Where a secret may stand instead, its own fields are no addresses.
  const places = declared.filter((path) => !/\.(?:env|file|secret)$/.test(path));
  expect([...new Set(places)].sort()).toEqual([...addressPlaces].sort());
});

/**
 * Free text that leads nowhere. A new field must be declared with `webAddress`, `addressOnSite` or `asAddress` when something is asked for or sent
 * there; only otherwise does it belong here.
 */
const noAddress = [
  /^\$schema$|(?:^|\.)(?:name|comment|user|env|file|secret)$/,
  // What pages, links, forms and text are compared with.
  /^rules\[\]|^detectors\[\]|\.(?:match|only|ignore|ignoreText|follow|find|loggedInWhen|neverFollow)(?:\[\]|\.|$)/,
  /\.fill\.\*|\.submit$|^session\.login(?:\.step|\.json\.(?:send\.\*|token|header))?$/,
  // Where links may lead: nothing is asked for until a page has such a link, and then the guard decides.
  /^(?:crawl|steps\[\])\.scope(?:\[\])?$/,
  // Files of the operator, which operator-trust.ts knows.
  /^session\.cookies$|^compare\[\]\.plugin$/,
  /^states\.(?:setting|include|exclude|strip|press|avoid|keys)(?:\[\])?$|^states\.allowChanges(?:\[\]|\.|$)/,
  /^schedule(?:\.cron|\.zone)?$|^limits\.hours|^crawl\.(?:userAgent|contact)$/,
  /^notify\[\]\.(?:detectors|when|quiet|template)/,
];

test('a new field for text is either an address, or said not to be one', () => {
  const others = [...textFields()].flatMap(([path, isAddress]) =>
    isAddress || noAddress.some((known) => known.test(path)) ? [] : [path],
  );
  expect(others).toEqual([]);
});

test('finds all of them, in full', () => {
  const project = parseProjectFile(`
name: office
source: https://a.example/docs/
steps: [{ open: /one }, { open: 'https://b.example/' }]
session:
  login: { open: /in, form: { fill: { user: me } } }
  loggedInWhen: Hello
  logout: { open: 'https://c.example/out' }
states: { start: 'file:///etc/passwd', reset: /fresh }
crawl: { proxy: 'socks5://d.example:1080' }
notify: ['mailto:me@example.org', { to: 'https://e.example/hook' }, { to: { secret: hook } }]
`);
  expect(projectAddresses(project).map(({ path, url }) => [path.join('.'), url?.href])).toEqual([
    ['source.url', 'https://a.example/docs/'],
    ['steps.0.open', 'https://a.example/one'],
    ['steps.1.open', 'https://b.example/'],
    ['session.login.open', 'https://a.example/in'],
    ['session.logout.open', 'https://c.example/out'],
    ['states.start', 'file:///etc/passwd'],
    ['states.reset', 'https://a.example/fresh'],
    ['crawl.proxy', 'socks5://d.example:1080'],
    ['notify.0.to', 'mailto:me@example.org'],
    ['notify.1.to', 'https://e.example/hook'],
  ]);
});
