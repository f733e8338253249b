import { Command } from 'commander';
import { detectorsAddCommand } from './detectors-add-command.ts';
import { detectorsLsCommand } from './detectors-ls-command.ts';
import { detectorsRmCommand } from './detectors-rm-command.ts';
import { detectorsTestCommand } from './detectors-test-command.ts';

export function detectorsCommand(): Command {
  return new Command('detectors')
    .description('what a project looks for')
    .addCommand(detectorsLsCommand())
    .addCommand(detectorsAddCommand())
    .addCommand(detectorsTestCommand())
    .addCommand(detectorsRmCommand());
}
