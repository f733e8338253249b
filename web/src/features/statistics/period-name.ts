const inUtc = { timeZone: 'UTC' } as const;
const names: Readonly<Record<string, Intl.DateTimeFormat>> = {
  hour: new Intl.DateTimeFormat('en-GB', {
    ...inUtc,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }),
  day: new Intl.DateTimeFormat('en-GB', { ...inUtc, day: 'numeric', month: 'short' }),
  week: new Intl.DateTimeFormat('en-GB', { ...inUtc, day: 'numeric', month: 'short' }),
  month: new Intl.DateTimeFormat('en-GB', { ...inUtc, month: 'short', year: 'numeric' }),
  year: new Intl.DateTimeFormat('en-GB', { ...inUtc, year: 'numeric' }),
};

/** A period by its beginning: `17 Nov, 08:00`, `17 Nov`, `Nov 2026`. The server counts in UTC. */
export const periodName = (at: string, unit: string): string =>
  (names[unit] ?? names['day'])?.format(new Date(at)) ?? at;
