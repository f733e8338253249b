import type { ProjectClaim } from '../../database/store.ts';
import type { ClusterStore } from './tables/open-cluster-store.ts';

/** The claims of a worker on projects whose host jobs it visits. All host jobs of a project share one claim, since each claim takes a connection. */
export class SharedClaims {
  readonly #cluster: Pick<ClusterStore, 'claimTogether'>;
  readonly #claims = new Map<number, { readonly claim: Promise<ProjectClaim>; users: number }>();

  constructor(cluster: Pick<ClusterStore, 'claimTogether'>) {
    this.#cluster = cluster;
  }

  /** Throws STORE_LOCKED. */
  async take(projectId: number): Promise<ProjectClaim> {
    const shared = this.#claims.get(projectId) ?? { claim: this.#cluster.claimTogether(projectId), users: 0 };
    this.#claims.set(projectId, shared);
    shared.users++;
    const release = async () => {
      shared.users--;
      if (shared.users > 0) return;
      this.#claims.delete(projectId);
      await (await shared.claim).release();
    };
    try {
      await shared.claim;
    } catch (error) {
      await release().catch(() => undefined);
      throw error;
    }
    return { release };
  }
}
