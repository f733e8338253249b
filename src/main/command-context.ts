/** A function that is loaded when it is called. */
const late =
  <A extends readonly unknown[], R>(load: () => Promise<(...given: A) => Promise<R>>) =>
  async (...given: A): Promise<R> =>
    (await load())(...given);

/** What commands use of features that are not their own, and of the server. */
export const commandContext = {
  startServer: late(async () => (await import('./server/start-server.ts')).startServer),
  serveAssistant: late(async () => (await import('./server/serve-assistant.ts')).serveAssistant),
  newsOfRun: late(async () => (await import('../features/reports/report-run.ts')).newsOfRun),
  sendMessages: late(async () => (await import('../features/notifications/send-messages.ts')).sendMessages),
  takeTurns: late(async () => (await import('../features/cluster/turns-of-command.ts')).takeTurns),
  fillSearchIndex: late(async () => (await import('../features/search/fill-index.ts')).fillSearchIndex),
  printHoldings: late(
    async () => (await import('../features/retention/commands/print-holdings.ts')).printHoldings,
  ),
  userNamed: late(async () => (await import('../features/people/manage-users.ts')).userNamed),
  detectorTotals: late(
    async () => (await import('../features/statistics/counted-matches.ts')).detectorTotals,
  ),
  helpWithGrids: late(async () => (await import('../features/calibration/wanted-grids.ts')).helpWithGrids),
  printExploration: late(
    async () => (await import('../features/states/commands/tell-stored.ts')).printExploration,
  ),
  states: () => import('../features/states/commands/state-commands.ts'),
};
