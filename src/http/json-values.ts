import { ApiError } from './errors.ts';

interface ListPart<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A part of a list. `rows` has one row more than is wanted if there are more parts. */
export function partFrom<T>(
  rows: readonly T[],
  limit: number,
  placeOf: (last: T) => string | number,
): ListPart<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(placeOf(last)) : null };
}

/** A part of a list whose rows have no cursor of their own; `skip` rows were in earlier parts. */
export function partSkipping<T>(rows: readonly T[], skip: number, limit: number): ListPart<T> {
  return partFrom(rows.slice(skip, skip + limit + 1), limit, () => skip + limit);
}

/** A cursor in a list that is ordered by number. Throws API_CURSOR_INVALID. */
export function numberAfter(after: string | undefined, first = 0): number {
  if (after === undefined) return first;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new ApiError('API_CURSOR_INVALID', `"${after}" is not \`next\` of an earlier part of this list.`);
}
