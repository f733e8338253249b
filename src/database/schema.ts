/**
 * The whole schema, as the query builder sees it. A folder that owns tables declares them here, as it declares its part of `Store`:
 * `declare module '.../database/schema.ts' { interface Tables { readonly outbox: RowOf<typeof outboxTable> } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface Tables {}
