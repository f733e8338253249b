import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What a figure depends on besides the code. */
export interface MachineFacts {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly platform: string;
  /** Processes that wanted a core in the last minute. Above the number of cores, other programs disturb the figures. */
  readonly load: number;
  readonly date: string;
}

export function machineFacts(): MachineFacts {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Number((totalmem() / 2 ** 30).toFixed(1)),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    date: new Date().toISOString().slice(0, 10),
  };
}

export function describeMachine(facts: MachineFacts): string {
  const { cpu, cores, memoryGb, node, platform, load, date } = facts;
  return `${cpu}, ${cores} cores, ${memoryGb} GB, Node ${node} on ${platform}, load ${load}, ${date}`;
}
