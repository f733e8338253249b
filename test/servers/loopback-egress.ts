import { type Egress, type EgressSettings, egressPolicy, GuardedEgress } from '../../src/fetch/index.ts';
import { certificate } from './certificates.ts';

/** The guard as it stands in the program, for servers on loopback that the user typed. */
export function loopbackEgress(settings?: EgressSettings): Egress {
  return new GuardedEgress({
    policy: egressPolicy(settings ?? { allowedHosts: ['127.0.0.1', 'localhost'] }),
    timeoutMs: 5_000,
    trustedCertificates: [certificate.cert],
  });
}
