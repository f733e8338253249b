/** One measured number and its required value. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Null when it is only shown for comparison. */
  readonly floor: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** Further details: the range, the load. */
  readonly note: string;
}

export function isMet({ value, floor }: Figure): boolean | null {
  if (floor === null) return null;
  return 'atLeast' in floor ? value >= floor.atLeast : value <= floor.atMost;
}

/** As a table for people, or with --json one object per line. */
export function printFigures(bench: string, figures: readonly Figure[], json: boolean): void {
  if (json) {
    for (const figure of figures) console.log(JSON.stringify({ bench, ...figure, met: isMet(figure) }));
    return;
  }
  const rows = figures.map((figure) => [
    figure.name,
    `${shown(figure.value)} ${figure.unit}`,
    shownFloor(figure),
    figure.note,
  ]);
  const head = ['what', 'measured', 'floor', ''];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function shownFloor(figure: Figure): string {
  const { floor } = figure;
  if (floor === null) return '-';
  const limit = 'atLeast' in floor ? `>= ${shown(floor.atLeast)}` : `<= ${shown(floor.atMost)}`;
  return `${limit} ${isMet(figure) ? 'met' : 'MISSED'}`;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
