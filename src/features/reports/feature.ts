import { summaryOfRun } from '../../cli/crawl/after-run.ts';
import { runReport } from '../../crawl/history/run-report.ts';
import type { Feature } from '../feature.ts';
import { confirmCommand } from './commands/confirm-command.ts';
import { diffCommand } from './commands/diff-command.ts';
import { explainCommand } from './commands/explain-command.ts';
import { learnedCommand } from './commands/learned-command.ts';
import { lsCommand } from './commands/ls-command.ts';
import { reportCommand } from './commands/report-command.ts';
import { showCommand } from './commands/show-command.ts';

export const reports: Feature = {
  name: 'reports',
  commands: [
    reportCommand,
    diffCommand,
    explainCommand,
    learnedCommand,
    confirmCommand,
    lsCommand,
    showCommand,
  ],
  fill: () => {
    summaryOfRun.fill(async (...given) => (await import('./run-summary.ts')).summaryOfRun(...given));
    runReport.fill(async (...given) => (await import('./report-run.ts')).reportRun(...given));
  },
  serve: async (server) => (await import('./report-services.ts')).serveReports(server),
  services: async (context) => (await import('./report-services.ts')).reportServices(context),
  inThreads: {
    readText: 'reading',
    showRegions: 'reading',
    diffPage: 'reading',
    explainPage: 'reading',
    showSummary: 'reading',
    reportRun: {
      pool: 'reporting',
      when: async (...given) => (await import('./report-services.ts')).readsPagesFor(...given),
    },
  },
};
