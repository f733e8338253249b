import { describe, expect, test } from 'vitest';
import { egressPolicy } from './egress-policy.ts';

describe('allowed networks', () => {
  test.each([
    ['10.1.0.0/16', '10.1.255.255', '10.2.0.0'],
    ['10.1.2.3', '10.1.2.3', '10.1.2.4'],
    ['10.0.0.0/32', '10.0.0.0', '10.0.0.1'],
    ['fd00::/8', 'fdff::1', 'fc00::1'],
    ['fd00::1', 'fd00::1', 'fd00::2'],
    ['fd00::/128', 'fd00::', 'fd00::1'],
  ])('%s contains %s but not %s', (network, inside, outside) => {
    const policy = egressPolicy({ allowedNetworks: [network] });
    expect(policy.refusal('site.test', inside)).toBeNull();
    expect(policy.refusal('site.test', outside)).not.toBeNull();
  });

  test.each(['intranet', '', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/x', '10.0.0.0/', 'fd00::/129'])(
    '"%s" is not one',
    (network) => {
      expect(() => egressPolicy({ allowedNetworks: [network] })).toThrow(
        expect.objectContaining({ code: 'FETCH_SETTINGS_INVALID', decision: 'stop' }),
      );
    },
  );
});
