/** A property of a host that decides how it is visited. */
export interface SiteFact {
  readonly fact: /** It said "not modified" of a page that had changed: its pages are asked for without conditions. */
    | 'untrue 304'
    /** A second log-in of an account ends the first: the same visitor makes the further fetches. */
    | 'one session';
  /** One sentence, for reports. */
  readonly evidence: string;
}
