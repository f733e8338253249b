import { type Egress, type EgressSettings, egressPolicy, GuardedEgress } from '../../src/fetch/index.ts';
import { certificate } from './certificates.ts';

/** The real guard, for servers on loopback as if the user had typed them. */
export function loopbackEgress(settings?: EgressSettings): Egress {
  return new GuardedEgress({
    policy: egressPolicy(settings ?? { allowedHosts: ['127.0.0.1', 'localhost'] }),
    timeoutMs: 5_000,
    trustedCertificates: [certificate.cert],
  });
}
