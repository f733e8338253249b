/**
 * Grows whenever the same bytes would give other leaves, tokens or hashes than before. Stored hashes of another version
 * are computed again from the stored body before anything is compared: an upgrade must never look like a change.
 */
export const segmentsVersion = 2;
