/** The hosts that a process visits. Pages of others are offered to those who visit them. */
export interface OwnHosts {
  owns(host: string): boolean;
}

/** On one machine, and for a run that one worker visits. */
export const allHosts: OwnHosts = { owns: () => true };

/** For the share of one host. */
export const onlyHost = (own: string): OwnHosts => ({ owns: (host) => host === own });
