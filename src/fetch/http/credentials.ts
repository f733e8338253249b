/** A log-in of a user at one origin. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
