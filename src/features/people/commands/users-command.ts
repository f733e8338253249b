import { Command } from 'commander';
import { oneOf, wholeNumberFrom } from '../../../cli/crawl/option-values.ts';
import { type Examples, withExamples } from '../../../cli/help/examples.ts';
import { typedOrPiped } from '../../../cli/input.ts';
import { Table } from '../../../cli/table.ts';
import { readData } from '../../../cli/with-data.ts';
import type { ProjectAccess, UserRole } from '../../../http/people/may-do.ts';
import type { StoredUser } from '../tables/people-tables.ts';
import { changePeople, type OpenPeople } from './open-people.ts';

const roles: readonly UserRole[] = ['reader', 'editor', 'administrator'];
const accesses: readonly (ProjectAccess | 'none')[] = ['read', 'write', 'own', 'none'];
const aboutName = 'name of the user';

export function usersCommand(): Command {
  return withExamples(new Command('users'), examples)
    .description('users of the server')
    .addCommand(new Command('ls').description('list the users').action(list))
    .addCommand(
      new Command('add')
        .description('add a user, and print a link with which they choose a password')
        .argument('<name>', aboutName)
        .option('--role <role>', 'reader (default), editor or administrator', oneOf('--role', roles))
        .action(add),
    )
    .addCommand(
      new Command('rm')
        .description('remove a user, with sessions, tokens and access to projects')
        .argument('<name>', aboutName)
        .action(remove),
    )
    .addCommand(
      new Command('passwd')
        .description('set the password of a user; asks for it, or reads it from standard input')
        .argument('<name>', aboutName)
        .option('--link', 'print a link with which the user chooses one')
        .option('--keep-tokens', 'the tokens of the user stay valid')
        .action(setPassword),
    )
    .addCommand(
      new Command('link')
        .description('let a user log in whom the proxy, or an OpenID provider, names')
        .argument('<name>', aboutName)
        .argument('<identity>', 'what the proxy calls the user; of a provider, the subject (sub)')
        .option('--issuer <address>', 'address of the OpenID provider (default: the proxy)')
        .action(link),
    )
    .addCommand(
      new Command('role')
        .description('change what a user may do at most')
        .argument('<name>', aboutName)
        .argument('<role>', 'reader, editor or administrator', oneOf('<role>', roles))
        .action(setRole),
    )
    .addCommand(
      new Command('access')
        .description('say what a user may do with a project')
        .argument('<name>', aboutName)
        .argument('<project>', 'name of the project')
        .argument('<access>', 'read, write, own or none', oneOf('<access>', accesses))
        .action(setAccess),
    )
    .addCommand(
      new Command('log')
        .description('who did what, when and from where; the newest first')
        .option('--limit <n>', 'show at most this many', wholeNumberFrom('--limit', 1), 50)
        .option('--before <id>', 'lines before the one with this id', wholeNumberFrom('--before', 1))
        .action(printLog),
    );
}

async function list(_options: unknown, command: Command): Promise<void> {
  await readData(command, async ({ store, output }) => {
    const users = await store.people.listUsers();
    const table = new Table(output, ['user', 'role', 'logs in with', 'added']);
    for (const { name, role, password, external, createdAt } of users) {
      const added = new Date(createdAt).toISOString();
      const how = [
        ...(password === null ? [] : ['password']),
        ...(external === null ? [] : [external.issuer]),
      ];
      if (output.json) await output.object({ user: name, role, logsInWith: how, added });
      else await table.row(name, role, how.join(', ') || '-', added);
    }
    await table.end();
    if (users.length === 0) output.note('There are no users. "tidemark serve" makes the first one.');
  });
}

/** Default address of a server on this machine. */
const usualAddress = 'http://127.0.0.1:4280';

async function printLink(
  { app, people, output, config }: OpenPeople,
  user: StoredUser,
  fields: { readonly role?: UserRole } = {},
): Promise<void> {
  const link = await app.makeLink(people, user, app.theOperator);
  const address = app.linkAddress(config.publicUrl || usualAddress, link);
  if (output.json) {
    await output.object({
      user: user.name,
      ...fields,
      link: address,
      expires: new Date(link.expiresAt).toISOString(),
    });
    return;
  }
  output.note(`With this link, ${link.user.name} chooses a password. It works once, until tomorrow:`);
  await output.line(address);
}

async function add(
  typed: string,
  { role = 'reader' }: { readonly role?: UserRole },
  command: Command,
): Promise<void> {
  await changePeople(command, 'users add', async (open) => {
    const user = await open.app.addUser(open.people, typed, role, open.app.theOperator);
    open.output.note(`${user.name}: added as ${role}.`);
    await printLink(open, user, { role });
  });
}

/** Changes a user, and prints the result: fields for programs, words for people. */
async function changeUser(
  command: Command,
  typed: string,
  work: (
    open: OpenPeople,
    user: StoredUser,
  ) => Promise<{ readonly fields: object; readonly words: string } | undefined>,
): Promise<void> {
  await changePeople(command, `users ${command.name()}`, async (open) => {
    const user = await open.app.userNamed(open.people, typed);
    const done = await work(open, user);
    if (done === undefined) return;
    if (open.output.json) await open.output.object({ user: user.name, ...done.fields });
    else await open.output.line(`${user.name}: ${done.words}.`);
  });
}

async function remove(typed: string, _options: unknown, command: Command): Promise<void> {
  await changeUser(command, typed, async ({ app, people }, user) => {
    await app.removeUser(people, user, app.theOperator);
    return { fields: { removed: true }, words: 'removed' };
  });
}

async function setPassword(
  typed: string,
  options: { readonly link?: boolean; readonly keepTokens?: boolean },
  command: Command,
): Promise<void> {
  const password =
    options.link === true ? null : await typedOrPiped(`New password of ${typed} (not shown): `);
  await changeUser(command, typed, async (open, user) => {
    if (password === null) {
      await printLink(open, user);
      return undefined;
    }
    const { app, people } = open;
    const { keepTokens = false } = options;
    await app.changePassword(people, user, { password, keepTokens }, app.theOperator);
    const ended = `all sessions${keepTokens ? '' : ' and tokens'} have ended`;
    return { fields: { changed: true }, words: `the password is changed, and ${ended}` };
  });
}

async function link(
  typed: string,
  identity: string,
  { issuer }: { readonly issuer?: string },
  command: Command,
): Promise<void> {
  await changeUser(command, typed, async ({ app, people }, user) => {
    const external = await app.linkUser(people, user, { issuer: issuer ?? null, identity }, app.theOperator);
    return { fields: external, words: `is "${external.subject}" of ${issuer ?? 'the proxy'}` };
  });
}

async function setRole(typed: string, role: UserRole, _options: unknown, command: Command): Promise<void> {
  await changeUser(command, typed, async ({ app, people }, user) => {
    await app.changeRole(people, user, role, app.theOperator);
    return { fields: { role }, words: role };
  });
}

async function setAccess(
  typed: string,
  projectName: string,
  access: ProjectAccess | 'none',
  _options: unknown,
  command: Command,
): Promise<void> {
  await changePeople(command, 'users access', async ({ app, people, output, projectNamed }) => {
    const user = await app.userNamed(people, typed);
    const project = await projectNamed(projectName);
    await app.setAccess(people, project, user, access === 'none' ? null : access, app.theOperator);
    if (output.json) await output.object({ user: user.name, project: project.name, access });
    else await output.line(`${project.name}: ${user.name} ${accessInWords[access]}.`);
  });
}

const accessInWords: Readonly<Record<ProjectAccess | 'none', string>> = {
  read: 'may read it',
  write: 'may change and run it',
  own: 'owns it',
  none: 'has no access to it',
};

interface LogOptions {
  readonly limit: number;
  readonly before?: number;
}

async function printLog({ limit, before }: LogOptions, command: Command): Promise<void> {
  await readData(command, async ({ store, output }) => {
    const entries = await store.people.audit({ limit, ...(before !== undefined && { before }) });
    const table = new Table(output, ['id', 'at', 'who', 'from', 'what', 'to', 'detail']);
    for (const { id, at, actor, action, subject, detail, address } of entries) {
      const when = new Date(at).toISOString();
      if (output.json) await output.object({ id, at: when, actor, address, action, subject, detail });
      else await table.row(String(id), when, actor, address ?? '-', action, subject, detail || '-');
    }
    await table.end();
  });
}

const examples: Examples = {
  users: [
    ['tidemark users add ada --role editor', 'prints a link with which ada chooses a password'],
    ['tidemark users access ada prices write', 'ada may change and run the project prices'],
  ],
  'users ls': [
    ['tidemark users ls', 'who they are and what they may do'],
    ['tidemark users ls --json', 'for programs'],
  ],
  'users add': [
    ['tidemark users add ada', 'a reader'],
    ['tidemark users add ada --role editor', 'may have projects'],
  ],
  'users rm': [
    ['tidemark users rm ada', 'their projects stay'],
    ['tidemark users rm ada --data ~/tidemark', 'in another data folder'],
  ],
  'users passwd': [
    ['tidemark users passwd ada', 'asks for the password'],
    ['tidemark users passwd ada --link', 'ada chooses it'],
  ],
  'users link': [
    ['tidemark users link ada ada', 'the proxy lets ada in by that name'],
    ['tidemark users link ada 4711 --issuer https://login.example.org', 'and so does a provider'],
  ],
  'users role': [
    ['tidemark users role ada administrator', 'may do everything'],
    ['tidemark users role ada reader', 'may change nothing'],
  ],
  'users access': [
    ['tidemark users access ada prices read', 'ada sees the project prices'],
    ['tidemark users access ada prices none', 'and does not any more'],
  ],
  'users log': [
    ['tidemark users log', 'the last 50 lines'],
    ['tidemark users log --before 1200 --limit 200', 'earlier ones'],
  ],
};
