/** Where in a URL a field stands. */
export type Carrier = 'host' | 'segment' | 'matrix' | 'query';

/**
 * One part of a URL that can carry an id: a host label, a path segment, a `;param`, a query parameter,
 * also of a URL that is embedded (percent-encoded or plain) in a value of another.
 * Positions point into the URL's text, so that a field can be cut out and all the rest stays as it was.
 */
export interface UrlField {
  readonly carrier: Carrier;
  /** Null for a host label, a plain path segment, and a parameter without `=`. */
  readonly name: string | null;
  readonly value: string;
  /** Where the separator before the field starts (`/`, `;`, `?`, `&` or their encoded forms). */
  readonly cut: number;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  /** Position among the segments of its path (or the labels of its host). */
  readonly index: number;
  /** What stands before a path segment: the text of the one before, or its name with `=`. */
  readonly before: string;
  /** How often the URL around it is percent-encoded; 0 for the outermost. */
  readonly level: number;
  /** Number of the query that it belongs to within the URL; -1 for other carriers. */
  readonly query: number;
  /** How many of the fields that follow are parts of this one's value. */
  readonly inner: number;
}
