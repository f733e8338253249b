/** The worst that an application may show over all its visits. Each is the figure of the day it was set; lower it when it falls. */
export interface Floor {
  readonly false: number;
  readonly missed: number;
  /** Requests a page, from the third visit on. */
  readonly requestsAPage: number;
}

export const floors: Readonly<Record<string, Floor>> = {};
