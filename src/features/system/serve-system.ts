import type { Served, ServerContext } from '../feature.ts';
import { metricsServices } from './metrics-services.ts';
import { ProcessMeter } from './process-meter.ts';
import { serverServices } from './server-services.ts';
import { KeptLog, systemServices } from './system-services.ts';

/** Shows how the server is doing. */
export function serveSystem(server: ServerContext): Served {
  const { supervisor, threads, lines, meters, endpoints } = server;
  const kept = lines === null ? null : new KeptLog(lines);
  const process = new ProcessMeter();
  const schedules = () => server.served().find((each) => each.schedules)?.schedules ?? null;
  const tasks = {
    supervisor,
    threads,
    schedules: {
      failedStarts: () => schedules()?.failedStarts() ?? [],
      lateness: () => schedules()?.lateness() ?? 0,
    },
  };
  const ofFeatures = async () =>
    (await Promise.all(server.served().map(async (each) => (await each.metrics?.()) ?? []))).flat();
  return {
    services: {
      ...systemServices(server, tasks, kept),
      ...metricsServices(server, tasks, { ...meters, process, ofFeatures }),
      ...serverServices(server, tasks, endpoints),
    },
    ...(kept !== null && { lines: kept }),
    close: async () => {
      process.close();
      kept?.close();
    },
  };
}
