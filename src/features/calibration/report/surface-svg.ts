import { escaped } from '../../../presentation/html/document.ts';
import type { Figures } from '../metrics/metrics.ts';
import type { ErrorSurface } from '../read/error-surface.ts';

/** Pixels of a cell, and the room for axes. */
const [cellWidth, cellHeight, left, top, bottom] = [30, 26, 52, 8, 44];

/**
 * The total error over size and threshold, seen from above. Cells are the darker the fewer errors; those that are better than equality to the letter have a
 * frame: they lie below the plane of the published figures.
 */
export function surfaceSvg(
  { sizes, thresholds, cells }: ErrorSurface,
  equality: Figures | null,
  best: string,
  worst: number,
): string {
  const width = left + thresholds.length * cellWidth + 8;
  const height = top + sizes.length * cellHeight + bottom;
  const parts = cells.map(({ size, threshold, setting, figures }) => {
    const x = left + thresholds.indexOf(threshold) * cellWidth;
    const y = top + sizes.indexOf(size) * cellHeight;
    const isBelow = equality !== null && figures.error < equality.error;
    const shade = shadeOf(figures.error, worst);
    const kinds = [`shade-${shade}`, isBelow ? 'below' : '', setting === best ? 'best' : ''].filter(Boolean);
    const says = `${setting}: ${figures.missed} missed, ${figures.duplicates} duplicate, F1 ${figures.f1.toFixed(2)}, ${Math.round(100 * figures.speed)} % of actions saved`;
    return (
      `<g class="${kinds.join(' ')}" data-setting="${escaped(setting)}" role="button" tabindex="0" aria-label="${escaped(says)}"><title>${escaped(says)}</title><rect x="${x + 1}" y="${y + 1}" width="${cellWidth - 2}" height="${cellHeight - 2}"/>` +
      `<text x="${x + cellWidth / 2}" y="${y + cellHeight / 2 + 4}">${figures.error}</text></g>`
    );
  });
  const rows = (sizes.length > 1 ? sizes : []).map(
    (size, row) =>
      `<text class="row" x="${left - 8}" y="${top + row * cellHeight + cellHeight / 2 + 4}">${size}</text>`,
  );
  // Names of thresholds are wider than cells: not every one has room.
  const every = thresholds.some((each) => !Number.isInteger(each)) ? 2 : 1;
  const columns = thresholds.flatMap((threshold, column) =>
    column % every === 0
      ? [
          `<text class="column" x="${left + column * cellWidth + cellWidth / 2}" y="${top + sizes.length * cellHeight + 16}">${Number(threshold.toFixed(2))}</text>`,
        ]
      : [],
  );
  const names =
    `<text class="name" x="${left + (thresholds.length * cellWidth) / 2}" y="${height - 8}">threshold</text>` +
    (sizes.length > 1
      ? `<text class="name" transform="rotate(-90)" x="${-(top + (sizes.length * cellHeight) / 2)}" y="14">size</text>`
      : '');
  return `<svg class="surface" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="Total error over size and threshold">${parts.join('')}${rows.join('')}${columns.join('')}${names}</svg>\n`;
}

/** 0 for the fewest errors to 9 for the most. Roots tell small errors apart, which matter most. */
function shadeOf(error: number, worst: number): number {
  return worst === 0 ? 0 : Math.min(9, Math.floor(10 * Math.sqrt(error / worst)));
}
