import { lazy, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { loadPart } from '#web/lib/load-part.ts';
import { canChangeTo, mustChoose } from './role.rules.ts';
import { beginRoles, clearRoles, roleState } from './role.state.ts';
import { useRoles } from './use-roles.ts';

const RoleDialog = lazy(async () => ({
  default: (await loadPart(() => import('./role-dialog.tsx'))).RoleDialog,
}));

type RoleHostProps = {
  /** Each person has a host of their own (`key`). */
  personId: string;
  /** False while the dialog would disturb: on a screen before the sign-in, and during a recording. */
  mayShow: boolean;
};

/** Owns the choice of a role of the signed-in person, on a host with roles (§4.9). */
export function RoleHost({ personId, mayShow }: RoleHostProps) {
  const { isAsked, isDismissed, personId: begunFor } = useSnapshot(roleState);
  const { available_roles: available, current_role: current } = useRoles(personId);
  useEffect(() => {
    beginRoles(personId);
    return clearRoles;
  }, [personId]);
  const canChange = mayShow && canChangeTo({ available, current });
  useEffect(() => {
    roleState.canChange = canChange;
  }, [canChange]);
  const needsRoleSelection = begunFor === personId && !isDismissed && mustChoose({ available, current });
  const isShown = mayShow && (needsRoleSelection || isAsked);
  return <Suspense>{isShown ? <RoleDialog personId={personId} isChange={isAsked} /> : null}</Suspense>;
}
