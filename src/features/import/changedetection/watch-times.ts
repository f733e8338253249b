import { cameOver, type ImportedPart, mapOf, noEqual, textIn, type UntypedMap } from '../imported-part.ts';

const seconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;

/** Weeks, days... as one time, as in `3h`; null when there is none. A minute at least. */
export function intervalFrom(given: unknown): string | null {
  const parts = mapOf(given);
  const sum = Object.entries(seconds).reduce(
    (all, [unit, size]) => all + (Number(parts[unit]) || 0) * size,
    0,
  );
  if (!(sum > 0)) return null;
  const minutes = Math.max(1, Math.round(sum / 60));
  if (minutes % 1440 === 0) return `${minutes / 1440}d`;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours of the day, if they are the same on all days: that is what limits can say. */
export function hoursFrom(given: unknown, usualZone: string): ImportedPart {
  const limit = mapOf(given);
  if (limit['enabled'] !== true) return {};
  const what = 'time_schedule_limit';
  const windows = new Set(days.map((day) => windowOf(mapOf(limit[day]))));
  const [window] = windows;
  if (window === ALL_DAY && windows.size === 1) return {};
  if (windows.size !== 1 || window === undefined || window === '')
    return noEqual(what, 'hours are the same on all days here; a schedule with "cron" knows days');
  const zone = textIn(limit['timezone']) || usualZone || 'UTC';
  return cameOver(what, 'limits: hours', { limits: { hours: `${window} ${zone}` } });
}

const ALL_DAY = '00:00-24:00';

function windowOf(day: UntypedMap): string {
  const duration = mapOf(day['duration']);
  const start = textIn(day['start_time']);
  const [hour = Number.NaN, minute = Number.NaN] = start.split(':').map(Number);
  const length = (Number(duration['hours']) || 0) * 60 + (Number(duration['minutes']) || 0);
  if (day['enabled'] === false || Number.isNaN(hour + minute) || length <= 0) return '';
  if (length >= 1440) return ALL_DAY;
  const end = (hour * 60 + minute + length) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${start}-${two(Math.floor(end / 60))}:${two(end % 60)}`;
}
