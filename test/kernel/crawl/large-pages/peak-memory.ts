import { readFileSync } from 'node:fs';

/**
 * The most memory that this process had so far, in MiB. `maxRSS` of Linux survives `exec`: a small process that a large one started
 * would report the size of the large one.
 */
export function peakMemoryMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
