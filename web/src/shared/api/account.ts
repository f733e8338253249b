import type { AnswerOf } from './answers.ts';
import { observedValue } from './observed-value.ts';

export type Account = AnswerOf<'whoAmI'>;

/** The user of these pages; null before the log-in, undefined until the server has answered. */
export const account = observedValue<Account | null | undefined>(undefined);

const ranks = { reader: 1, editor: 2, administrator: 3 } as const;

/** Whether this role may do what another one may. The server decides; pages only leave out what it would refuse. */
export const isAtLeast = (role: Account['role'], asked: Account['role']): boolean =>
  ranks[role] >= ranks[asked];
