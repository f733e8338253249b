import { Command } from 'commander';
import { oneOf, wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { Table } from '../../../cli/table.ts';
import { readData } from '../../../cli/with-data.ts';
import type { TokenScope } from '../../../http/people/may-do.ts';
import { changePeople } from './open-people.ts';

const scopes: readonly TokenScope[] = ['read', 'write', 'admin'];
const usualDays = 90;
const day = 24 * 60 * 60 * 1000;

export function tokensCommand(): Command {
  return withExamples(new Command('tokens'), examples)
    .description('tokens with which programs use the server')
    .addCommand(new Command('ls').description('list the tokens, never their values').action(list))
    .addCommand(
      new Command('add')
        .description('make a token for a user, and print it once')
        .argument('<user>', 'whose token it is: it never does more than that user may')
        .requiredOption('--name <text>', 'what it is for')
        .option('--scope <scope>', 'read (default), write or admin', oneOf('--scope', scopes))
        .option('--for <project>', 'the only project that it is for')
        .option('--days <n>', `when it expires (default: ${usualDays})`, wholeNumberFrom('--days', 1))
        .action(add),
    )
    .addCommand(
      new Command('rm').description('remove a token').argument('<id>', 'number of the token').action(remove),
    );
}

async function list(_options: unknown, command: Command): Promise<void> {
  await readData(command, async ({ store, output }) => {
    const users = new Map((await store.people.listUsers()).map(({ id, name }) => [id, name]));
    const names = new Map((await store.projects.list()).map(({ id, name }) => [id, name]));
    const tokens = await store.people.tokensOf(null);
    const head = ['id', 'token', 'user', 'for', 'scope', 'project', 'expires', 'last used'];
    const table = new Table(output, head);
    for (const { id, hint, userId, name, scope, projectId, expiresAt, usedAt } of tokens) {
      const user = users.get(userId) ?? '';
      const project = projectId === null ? null : (names.get(projectId) ?? '');
      const expires = new Date(expiresAt).toISOString();
      const used = usedAt === null ? null : new Date(usedAt).toISOString();
      const cells = [`${hint}...`, user, name, scope, project ?? 'all', expires, used ?? 'never'];
      if (output.json) await output.object({ id, token: hint, user, name, scope, project, expires, used });
      else await table.row(String(id), ...cells);
    }
    await table.end();
    if (tokens.length === 0) output.note('There are no tokens.');
  });
}

interface AddOptions {
  readonly name: string;
  readonly scope?: TokenScope;
  readonly for?: string;
  readonly days?: number;
}

async function add(userName: string, options: AddOptions, command: Command): Promise<void> {
  await changePeople(command, 'tokens add', async ({ app, people, output, projectNamed }) => {
    const user = await app.userOrFirst(people, userName);
    const { name, scope = 'read', days = usualDays } = options;
    const project = options.for === undefined ? null : await projectNamed(options.for);
    const wish = { name, scope, project, lifeMs: days * day };
    const { token, kept } = await app.addToken(people, user, wish, app.theOperator);
    const { id } = kept;
    const expires = new Date(kept.expiresAt).toISOString();
    if (output.json) {
      const only = project?.name ?? null;
      await output.object({ id, token, user: user.name, name, scope, project: only, expires });
      return;
    }
    output.note(`Token ${id} of ${user.name} (${scope}), until ${expires}. It is not shown again:`);
    await output.line(token);
  });
}

async function remove(typed: string, _options: unknown, command: Command): Promise<void> {
  const id = wholeNumberFrom('<id>', 1)(typed);
  await changePeople(command, 'tokens rm', async ({ app, people, output }) => {
    await app.removeToken(people, null, id, app.theOperator);
    if (output.json) await output.object({ id, removed: true });
    else await output.line(`Token ${id}: removed.`);
  });
}

const examples: Examples = {
  tokens: [
    ["tidemark tokens add ada --name 'our wiki' --for prices", 'to read one project'],
    ['tidemark tokens ls', 'which there are, and when they were used'],
  ],
  'tokens ls': [
    ['tidemark tokens ls', 'never their values'],
    ['tidemark tokens ls --json', 'for programs'],
  ],
  'tokens add': [
    ["tidemark tokens add ada --name 'our wiki'", 'to read, for 90 days'],
    ['tidemark tokens add ada --name ci --scope write --days 365', 'to start runs, for a year'],
  ],
  'tokens rm': [
    ['tidemark tokens rm 3', 'it stops working at once'],
    ['tidemark tokens rm 3 --data ~/tidemark', 'in another data folder'],
  ],
};
