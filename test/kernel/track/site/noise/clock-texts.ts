const pad = (value: number): string => String(value).padStart(2, '0');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** How a site writes times: its format and its time zone. */
export interface TimeStyle {
  readonly format: number;
  readonly zoneHours: number;
}

/** The time of day. */
export function clockText(at: number, { format, zoneHours }: TimeStyle): string {
  const there = new Date(at + zoneHours * 3_600_000);
  const [hours, minutes, seconds] = [there.getUTCHours(), there.getUTCMinutes(), there.getUTCSeconds()];
  const formats = [
    `${pad(hours)}:${pad(minutes)}:${pad(seconds)}`,
    `${pad(hours)}:${pad(minutes)}`,
    `${hours % 12 === 0 ? 12 : hours % 12}:${pad(minutes)} ${hours < 12 ? 'AM' : 'PM'}`,
    `${there.toISOString().slice(0, 10)} ${pad(hours)}:${pad(minutes)}:${pad(seconds)}`,
  ];
  return formats[format % formats.length] ?? '';
}

/** The day. */
export function dateText(at: number, { format, zoneHours }: TimeStyle): string {
  const there = new Date(at + zoneHours * 3_600_000);
  const [day, month, year] = [there.getUTCDate(), there.getUTCMonth(), there.getUTCFullYear()];
  const formats = [
    `${weekdays[there.getUTCDay()]}, ${day} ${months[month]} ${year}`,
    `${months[month]} ${day}, ${year}`,
    `${pad(day)}.${pad(month + 1)}.${year}`,
    `${year}-${pad(month + 1)}-${pad(day)}`,
    `${day} ${months[month]?.slice(0, 3)} ${year}`,
  ];
  return formats[format % formats.length] ?? '';
}

/** How long ago something was. */
export function agoText(milliseconds: number, { format }: TimeStyle): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [count, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 1440
        ? ([Math.floor(minutes / 60), 'hour'] as const)
        : ([Math.floor(minutes / 1440), 'day'] as const);
  if (format % 3 === 1) return `${count}${unit.charAt(0)} ago`;
  if (format % 3 === 2 && unit === 'day' && count === 1) return 'yesterday';
  return minutes < 1 ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
