import { Command } from 'commander';
import { projectsAddCommand } from './projects-add-command.ts';
import { projectsCheckCommand } from './projects-check-command.ts';
import { projectsEditCommand } from './projects-edit-command.ts';
import { projectsExportCommand } from './projects-export-command.ts';
import { projectsLsCommand } from './projects-ls-command.ts';
import { projectsRmCommand } from './projects-rm-command.ts';
import { projectsSchemaCommand } from './projects-schema-command.ts';
import { projectsShowCommand } from './projects-show-command.ts';

export function projectsCommand(): Command {
  const command = new Command('projects').description('projects, and the files that describe them');
  const commands = [
    projectsAddCommand,
    projectsLsCommand,
    projectsShowCommand,
    projectsEditCommand,
    projectsRmCommand,
    projectsExportCommand,
    projectsCheckCommand,
    projectsSchemaCommand,
  ];
  for (const each of commands) command.addCommand(each());
  return command;
}
