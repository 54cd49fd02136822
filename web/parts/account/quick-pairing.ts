import { useQuery } from '@tanstack/react-query';
import { latestDomainConfig, useHasTag } from '#web/lib/domain-config.ts';
import { authConfigQuery, loadAuthConfig } from './auth-config.ts';
import { isPassAwaited } from '#web/lib/pass-awaited.ts';

/**
 * Resolves with whether a phone can join a pairing on this host without a sign-in (§10.26). If the configuration or the
 * sign-in of the host cannot be read, it resolves with false, and the phone has to sign in.
 */
async function isPairingQuick(): Promise<boolean> {
  const tags = (await latestDomainConfig())?.tags;
  if (!tags?.includes('pairing') || !tags.includes('pairing_quick')) return false;
  return (await loadAuthConfig().catch(() => null))?.embedded ?? false;
}

/** Resolves with whether a visitor without a sign-in may open the screen that joins a pairing. */
export const mayJoinAsGuest = async (): Promise<boolean> => isPassAwaited() || (await isPairingQuick());

/** Returns the value of `isPairingQuick` for a component; false until the configuration of the host has been loaded. */
export function useIsPairingQuick(): boolean {
  const hasPairing = useHasTag('pairing');
  const hasQuick = useHasTag('pairing_quick');
  const mayBe = hasPairing && hasQuick;
  const { data } = useQuery({ ...authConfigQuery, enabled: mayBe });
  return mayBe && (data?.embedded ?? false);
}
