/** Rows per read. */
const limit = 1000;

/** All rows of a list that is read part by part, each after the last page of the one before. */
export async function* inParts<T extends { readonly pageId: number }>(
  read: (part: { readonly after: number; readonly limit: number }) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = last.pageId;
  }
}
