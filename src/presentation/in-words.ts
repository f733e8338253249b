/** `2026-11-16 01:29`, in UTC. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** `1 page`, `12,000 pages`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : many}`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** `every day`, `every 5.2 hours`: how often something happens that happens once in `days` days. */
export function everyDays(days: number): string {
  return `every ${inDays(days).replace(/^1 /, '')}`;
}

/** `3 days`, `5.2 hours`: a length of time, to two digits below 10. */
export function inDays(days: number): string {
  if (days < 1 / 1440) return unit(days * 86_400, 'second');
  if (days < 1 / 24) return unit(days * 1440, 'minute');
  return days < 2 ? unit(days * 24, 'hour') : unit(days, 'day');
}

function unit(value: number, noun: string): string {
  const shown = value >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
  return `${shown} ${noun}${shown === '1' ? '' : 's'}`;
}

/** For a run that an earlier version of Tidemark made. */
export function recomputedInWords(run: number): string {
  return `Run ${run} did not keep what it reported (an earlier version of Tidemark made it): recomputed with the rules of today.`;
}
