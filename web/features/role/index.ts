export { RoleHost } from './role-host.tsx';
export { openRoleDialog, roleState } from './role.state.ts';
