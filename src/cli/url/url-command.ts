import { Command } from 'commander';
import { equivalenceCommand } from './equivalence-command.ts';
import { identityCommand } from './identity-command.ts';
import { normalizeCommand } from './normalize-command.ts';
import { pairCommand } from './pair-command.ts';
import { sessionCommand } from './session-command.ts';

/** `tidemark url ...`: about the names of pages; fetches nothing. */
export function urlCommand(): Command {
  return new Command('url')
    .description('normalise URLs, find session ids, pair links, group equivalent URLs')
    .addCommand(normalizeCommand())
    .addCommand(identityCommand())
    .addCommand(sessionCommand())
    .addCommand(pairCommand())
    .addCommand(equivalenceCommand());
}
