import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configFields, readConfig } from '../../../src/config/index.ts';
import { tidemarkProgram } from '../../../src/main/program.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { readProjectFile, sections } from '../../guards/markdown.ts';
import { projectRoot } from '../../guards/planted-tree.ts';
import { sharedPostgres } from '../../kernel/database/shared-postgres.ts';

/** What docs/operations.md hands out must fit the program: nobody finds out at 3 am. */
const page = readProjectFile('docs/operations.md');

const variables = new Set<string>(Object.values(configFields).map(({ env }) => env));

/** Whether these words lead to a command, each word a command or an argument of the last one. */
function isCommand(words: readonly string[]): boolean {
  let at: Command | undefined = tidemarkProgram();
  for (const word of words) {
    if (at.commands.length === 0) return true;
    at = at.commands.find((child) => child.name() === word);
    if (at === undefined) return false;
  }
  return true;
}

describe('figures', () => {
  const postgres = sharedPostgres();
  let names: ReadonlySet<string>;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-figures-'));
    const server = await startServer({
      config: readConfig(
        { data: folder, databaseUrl: await postgres.createDatabase() },
        { TIDEMARK_OPEN_METRICS: 'yes' },
      ),
      ...{ host: '127.0.0.1', port: 0, log: null, webFolder: '' },
    });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    await server.close();
    await rm(folder, { recursive: true, force: true });
    names = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
        kind === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
      ),
    );
  }, 120_000);
  afterAll(() => postgres.stop());

  const unknownIn = (text: string): readonly string[] =>
    [...text.matchAll(/\b(?:tidemark|process|nodejs)_[a-z_]+/g)]
      .map(([name]) => name)
      .filter((name) => !names.has(name));

  test('that alerts and the board ask for are there', () => {
    expect(names.size).toBeGreaterThan(25);
    const { groups } = parse(readProjectFile('docs/operations/alerts.yaml')) as {
      groups: readonly { rules: readonly { expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    expect(unknownIn(rules.map(({ expr }) => expr).join('\n'))).toEqual([]);
    const board = JSON.parse(readProjectFile('docs/operations/grafana.json')) as {
      panels: readonly { targets: readonly { expr: string }[] }[];
    };
    const asked = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(asked.length).toBeGreaterThan(10);
    expect(unknownIn(asked.join('\n'))).toEqual([]);
    expect(unknownIn('tidemark_no_such_figure > 0')).toEqual(['tidemark_no_such_figure']);
  });

  test('are all described, and no others', () => {
    const pages = `${page}\n${readProjectFile('docs/cluster.md')}\n${readProjectFile('docs/server.md')}`;
    const described = new Set(
      [...pages.matchAll(/`((?:tidemark|process|nodejs)_[a-z_]+)`/g)].map(([, name]) => name),
    );
    const plain = [...names].filter((name) => !/_(?:bucket|sum|count)$/.test(name));
    expect(plain.filter((name) => !described.has(name))).toEqual([]);
    expect(unknownIn([...described].filter((name) => name !== 'tidemark_jobs').join(' '))).toEqual([]);
  });
});

test('every alert says what to do, and nothing is said about others', () => {
  const { groups } = parse(readProjectFile('docs/operations/alerts.yaml')) as {
    groups: readonly {
      rules: readonly { alert: string; annotations: { runbook: string; summary: string } }[];
    }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const known = [...sections(page).keys()].filter((heading) => heading.startsWith('Tidemark'));
  expect(known.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(sections(page).get(alert)?.trim().length).toBeGreaterThan(50);
  }
});

const units = ['serve', 'worker', 'watch'].map((name) => `docs/operations/tidemark-${name}.service`);

test.each(units)('%s starts a command that exists, with settings that exist, and holds it', (path) => {
  const unit = readProjectFile(path);
  const [, started = ''] = /^ExecStart=\/usr\/bin\/env tidemark (.*)$/m.exec(unit) ?? [];
  expect(tidemarkProgram().commands.map((command) => command.name())).toContain(started);
  const set = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(set.map(([name]) => name).filter((name) => !variables.has(name ?? ''))).toEqual([]);
  expect(() => readConfig({}, Object.fromEntries(set))).not.toThrow();
  for (const line of [
    ...['User=tidemark', 'StateDirectory=tidemark', 'Restart=always', 'RestartMaxDelaySec=5min'],
    ...['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes'],
  ])
    expect(unit.split('\n')).toContain(line);
  expect(page).toContain(path.replace('docs/', ''));
});

test('compose.yaml sets what exists, needs one key for all, and checks the health of each', () => {
  const text = readProjectFile('compose.yaml');
  const { services } = parse(text, { merge: true }) as {
    services: Readonly<
      Record<
        string,
        { environment: Record<string, string>; command?: readonly string[]; healthcheck?: object }
      >
    >;
  };
  for (const name of ['server', 'worker']) {
    const { environment = {}, command = [] } = services[name] ?? {};
    expect(Object.keys(environment).filter((variable) => !variables.has(variable))).toEqual([]);
    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(['TIDEMARK_PUBLIC_URL', 'TIDEMARK_ALLOWED_NETWORKS', 'TIDEMARK_SMTP']),
    );
    expect(environment['TIDEMARK_SECRET_KEY']).toMatch(/^\$\{TIDEMARK_SECRET_KEY:\?\w.* same key.*\}$/);
    expect(isCommand(command)).toBe(true);
  }
  expect(services['worker']?.healthcheck).toMatchObject({ interval: '1m' });
  expect(services['postgres']?.healthcheck).toBeDefined();
  expect(readProjectFile('Dockerfile')).toContain('HEALTHCHECK');
  // The key that the comment makes is one that the program takes.
  expect(text).toContain("openssl rand -base64 32 | tr '+/' '-_' | tr -d '='");
  const key = Buffer.alloc(32, 0xfb)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  expect(() => readConfig({}, { TIDEMARK_SECRET_KEY: key })).not.toThrow();
});

test('the page names commands, variables and files that exist', () => {
  const typed = [...page.matchAll(/`([^`]*)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/(?:^|[ &])tidemark ((?:[a-z]+(?: |$))+)/g)].map(([, words = '']) =>
      words.trim().split(' '),
    ),
  );
  expect(typed.length).toBeGreaterThan(10);
  expect(typed.filter((words) => !isCommand(words))).toEqual([]);
  const named = [...page.matchAll(/\b(?:TIDEMARK_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name);
  expect(named.filter((name) => !variables.has(name))).toEqual([]);
  const linked = [...page.matchAll(/\]\(([\w/.-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(join(projectRoot, 'docs', path)))).toEqual([]);
});
