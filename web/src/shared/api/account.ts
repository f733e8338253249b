import type { AnswerOf } from './answers.ts';
import { observedValue } from './observed-value.ts';

export type Account = AnswerOf<'whoAmI'>;

/** Whoever uses these pages; null for nobody yet, undefined before the server has said. */
export const account = observedValue<Account | null | undefined>(undefined);

const ranks = { reader: 1, editor: 2, administrator: 3 } as const;

/** Whether this role may do what another one may. The server decides; pages only leave out what it would refuse. */
export const isAtLeast = (role: Account['role'], asked: Account['role']): boolean =>
  ranks[role] >= ranks[asked];
