import type { Command } from 'commander';
import { changeData, type OpenedData } from '../../../cli/with-data.ts';
import type { Config } from '../../../config/index.ts';
import type { PeopleContext } from '../people-context.ts';

/** The context of a command that changes users. */
export interface OpenPeople extends OpenedData {
  readonly app: Awaited<ReturnType<typeof peopleFunctions>>;
  readonly people: PeopleContext;
  readonly config: Config;
}

/** Opens the data folder for the operator, who may do everything, and closes it again. */
export async function changePeople(
  command: Command,
  name: string,
  work: (open: OpenPeople) => Promise<void>,
): Promise<void> {
  await changeData(command, name, async (data) => {
    const app = await peopleFunctions();
    const people = { store: data.store, passwords: new app.Passwords(), now: Date.now };
    await work({ ...data, app, people });
  });
}

async function peopleFunctions() {
  const [audit, users, links, passwords] = await Promise.all([
    import('../../../http/people/audit-note.ts'),
    import('../manage-users.ts'),
    import('../one-time-links.ts'),
    import('../password-hash.ts'),
  ]);
  return { theOperator: audit.theOperator, ...users, ...links, ...passwords };
}
