const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** `500 kB`, `2.5 MB` (1,000 kB), `1 GiB` (1,024 MiB), or a number of bytes. Null when it is nothing of the kind. */
export function byteSize(text: string | number): number | null {
  if (typeof text === 'number') return Number.isSafeInteger(text) && text >= 0 ? text : null;
  const parts = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]{0,5})\s*$/i.exec(text);
  const unit = units[parts?.[2]?.toLowerCase() ?? 'none'];
  return parts === null || unit === undefined ? null : Math.round(Number(parts[1]) * unit);
}
