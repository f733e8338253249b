/** What must not happen to a crawl, however often it is killed. */
export type FaultKind =
  | 'page missing'
  | 'page unknown to the site'
  | 'page stored twice'
  | 'visit wrong'
  | 'body wrong'
  | 'visit lost'
  | 'asked again after it was stored'
  | 'asked twice in one life'
  | 'stored without being asked for'
  | 'half a commit'
  | 'unfinished file left'
  | 'database damaged'
  | 'run not finished'
  | 'crawler failed'
  | 'kill did not come';

export interface Fault {
  readonly kind: FaultKind;
  /** The life in which, or after which, it was seen; null for what was seen at the end. */
  readonly life: number | null;
  readonly what: string;
}
