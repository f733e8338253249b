import type { Feature } from '../feature.ts';
import { initCommand } from './commands/init-command.ts';
import { projectsCommand } from './commands/projects-command.ts';
import { rulesCommand } from './commands/rules-command.ts';
import { secretsCommand } from './commands/secrets-command.ts';

export const projects: Feature = {
  name: 'projects',
  commands: [initCommand, projectsCommand, rulesCommand, secretsCommand],
  services: async (context) => {
    const [{ projectServices }, { secretServices }, { setupServices }, { stepServices }] = await Promise.all([
      import('./project-services.ts'),
      import('./secret-services.ts'),
      import('./setup-services.ts'),
      import('./step-services.ts'),
    ]);
    return {
      ...projectServices(context),
      ...secretServices(context),
      ...setupServices(context),
      ...stepServices(context),
    };
  },
  inThreads: {
    showProject: { pool: 'reading', needs: 'right to change' },
    addProject: 'reading',
    changeProject: 'reading',
    checkProjectFile: 'reading',
    tryAddress: 'reading',
    testRules: 'reading',
    lookAtSite: 'visiting',
    tryStep: 'visiting',
    tryDraftStep: 'visiting',
  },
};
