import { useRouterState } from '@tanstack/react-router';
import { proxy, useSnapshot } from 'valtio';
import { activeRecording, isAtRest } from '#web/features/recording/index.ts';
import { RoleHost } from '#web/features/role/index.ts';
import { useHasTag } from '#web/lib/domain-config.ts';
import { isAuthPath } from '#web/parts/page/guards.ts';

const none = proxy({ stage: 'idle' as const });

/** The choice of a role. It waits while something is being recorded, or being finished, because it covers the screen. */
export function RolePart({ personId }: { personId: string }) {
  const hasRoles = useHasTag('roles');
  const { current } = useSnapshot(activeRecording);
  const { stage } = useSnapshot((current && activeRecording.current?.state) ?? none);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (!hasRoles) return null;
  return <RoleHost key={personId} personId={personId} mayShow={isAtRest(stage) && !isAuthPath(pathname)} />;
}
