interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LaidOut {
  readonly positions: ReadonlyMap<number, Point>;
  /** The states after the same number of actions, from the top down. */
  readonly bands: readonly { readonly actions: number; readonly top: number }[];
}

/**
 * One band for each number of actions, the index on top, and in a band the states in the order of those that lead to them. The number of rows of a
 * band follows from the shape of the place: five states form a tree, five hundred a table.
 */
export function layOut(
  states: readonly { readonly number: number }[],
  ways: ReadonlyMap<number, { readonly from: number }>,
  place: { readonly width: number; readonly height: number },
): LaidOut {
  const cell = { width: 210, height: 168 };
  const gap = 84;
  const actionsTo = new Map<number, number>();
  const bands: number[][] = [];
  const index = states[0];
  const order = index === undefined ? [] : [index.number, ...ways.keys()];
  for (const number of order) {
    const from = ways.get(number)?.from;
    const actions = from === undefined ? 0 : (actionsTo.get(from) ?? 0) + 1;
    actionsTo.set(number, actions);
    if (actions === bands.length) bands.push([]);
    bands[actions]?.push(number);
  }

  const widest = Math.max(1, ...bands.map(({ length }) => length));
  let columns = widest;
  let best = 0;
  for (let tried = 1; tried <= widest; tried++) {
    const rows = bands.reduce((sum, { length }) => sum + Math.ceil(length / tried), 0);
    const scale = Math.min(
      place.width / (tried * cell.width),
      place.height / (rows * cell.height + bands.length * gap),
    );
    if (scale > best) [best, columns] = [scale, tried];
  }

  const positions = new Map<number, Point>();
  let top = 0;
  const tops = bands.map((band, actions) => {
    const start = top;
    const rows = Math.ceil(band.length / columns);
    const left = (columns - Math.ceil(band.length / rows)) / 2;
    // Column by column: states stay below those that lead to them, and few edges cross.
    for (const [at, number] of band.entries())
      positions.set(number, {
        x: (left + Math.floor(at / rows) + 0.5) * cell.width,
        y: start + ((at % rows) + 0.5) * cell.height,
      });
    top += rows * cell.height + gap;
    return { actions, top: start };
  });
  return { positions, bands: tops };
}
