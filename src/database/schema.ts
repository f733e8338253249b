/**
 * The whole schema, as the query builder sees it. A part adds its tables, as it adds its properties of `Store`:
 * `declare module '.../database/schema.ts' { interface Tables extends TablesOf<typeof tables> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface Tables {}
