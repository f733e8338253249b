/** A cookie as it stands in a file. */
export interface FileCookie {
  /** Without a dot before it. */
  readonly domain: string;
  /** Whether hosts below the domain get it too. */
  readonly subdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds since 1970; null for a cookie that ends with the session. */
  readonly expires: number | null;
  readonly name: string;
  readonly value: string;
}
