import type { Feature } from '../feature.ts';
import { initCommand } from './commands/init-command.ts';
import { projectsCommand } from './commands/projects-command.ts';
import { rulesCommand } from './commands/rules-command.ts';
import { secretsCommand } from './commands/secrets-command.ts';

export const projects: Feature = {
  name: 'projects',
  commands: [initCommand, projectsCommand, rulesCommand, secretsCommand],
};
