import { useQuery } from '@tanstack/react-query';
import type { FunctionTag } from '#api/contract/domain.ts';
import { latestDomainConfig, useHasTag } from '#web/lib/domain-config.ts';
import { authConfigQuery, loadAuthConfig } from './auth-config.ts';

const needed = ['pairing', 'pairing_quick'] as const satisfies readonly FunctionTag[];

/**
 * Resolves with whether a phone joins a pairing without a sign-in on this host (§10.26). Where that cannot be found out, it signs
 * in.
 */
export async function isPairingQuick(): Promise<boolean> {
  const config = await latestDomainConfig();
  if (!needed.every((tag) => config?.tags.includes(tag))) return false;
  return (await loadAuthConfig().catch(() => null))?.embedded ?? false;
}

/** The same as it is known now, for what a screen says. */
export function useIsPairingQuick(): boolean {
  const [first, second] = needed;
  const [hasFirst, hasSecond] = [useHasTag(first), useHasTag(second)];
  const mayBe = hasFirst && hasSecond;
  const { data } = useQuery({ ...authConfigQuery, enabled: mayBe });
  return mayBe && (data?.embedded ?? false);
}
