const pad = (value: number): string => String(value).padStart(2, '0');
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The server's clock in one of several styles. */
export function clockText(at: number, style: number, zoneHours: number): string {
  const there = new Date(at + zoneHours * 3_600_000);
  const [h, m, s] = [there.getUTCHours(), there.getUTCMinutes(), there.getUTCSeconds()];
  const day = `${there.getUTCFullYear()}-${pad(there.getUTCMonth() + 1)}-${pad(there.getUTCDate())}`;
  const time = `${pad(h)}:${pad(m)}:${pad(s)}`;
  const twelve = `${h % 12 === 0 ? 12 : h % 12}:${pad(m)} ${h < 12 ? 'AM' : 'PM'}`;
  const styles = [
    `It is ${time}`,
    `Server time ${day} ${time}`,
    `${pad(h)}:${pad(m)}`,
    `Generated ${twelve}`,
    `Stand: ${pad(there.getUTCDate())}.${pad(there.getUTCMonth() + 1)}.${there.getUTCFullYear()}, ${pad(h)}:${pad(m)} Uhr`,
    `Last build ${new Date(at).toISOString()}`,
    `ts ${Math.floor(at / 1000)}`,
    `Date: ${new Date(at).toUTCString()}`,
  ];
  return styles[style % styles.length] as string;
}

export function todayText(at: number, style: number): string {
  const there = new Date(at);
  const [day, month, year] = [there.getUTCDate(), there.getUTCMonth(), there.getUTCFullYear()];
  const styles = [
    `${weekdays[there.getUTCDay()]}, ${day} ${monthNames[month]} ${year}`,
    `${monthNames[month]} ${day}, ${year}`,
    `${pad(day)}.${pad(month + 1)}.${year}`,
    `${pad(month + 1)}/${pad(day)}/${year}`,
    `${day} ${monthNames[month]?.slice(0, 3)} ${year}`,
  ];
  return styles[style % styles.length] as string;
}

export function agoText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const of = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return of(minutes, 'minute');
  if (minutes < 1440) return of(Math.floor(minutes / 60), 'hour');
  return of(Math.floor(minutes / 1440), 'day');
}
