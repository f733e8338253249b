import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts processor time in, in milliseconds. */
const TICK = 10;

/** The fields of /proc/PID/stat after the name, which may contain spaces; null when the process is gone. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const field = (stat: readonly string[], number: number): number => Number(stat[number - 3] ?? 0);

/** Processor time of a process and of those that it started, also those that have ended, in milliseconds. */
export function processorMsOf(parent: number): number {
  const own = statOf(parent);
  if (own === null) return 0;
  // utime, stime, and the same of children that have ended.
  let ticks = [14, 15, 16, 17].reduce((sum, number) => sum + field(own, number), 0);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat !== null && field(stat, 4) === parent) ticks += field(stat, 14) + field(stat, 15);
  }
  return ticks * TICK;
}

/** What a process has in memory, in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}
