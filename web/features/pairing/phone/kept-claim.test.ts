import { expect, it } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import { forgetAnyClaim, keepClaim } from './kept-claim.ts';

it('Nothing of a claim stays, whoever joined', () => {
  keepClaim({ personId: 'u1', pairingId: 'p1', sessionId: 's1', title: 'Gemeinderat', claim: 'secret' });
  expect(Object.keys(localStore)).toContain('pairingClaim');
  forgetAnyClaim();
  expect(Object.keys(localStore)).not.toContain('pairingClaim');
});
