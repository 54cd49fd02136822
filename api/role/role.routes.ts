import { Hono } from 'hono';
import { availableRolesSchema, currentRoleSchema, selectRoleSchema } from '#api/contract/role.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { jsonBody } from '#api/http/validate.ts';
import { AppError } from '#api/lib/error.ts';
import type { UserStore } from '#api/user/user.store.ts';
import type { RoleOf } from './role-of.ts';

export type RoleDeps = { roleOf: RoleOf; users: Pick<UserStore, 'chooseRole'> };

const withTag = requireTag('roles');

/** Creates the routes for the roles of the signed-in person (§10.24). They must be behind the guard. */
export function createRoleRoutes({ roleOf, users }: RoleDeps) {
  return new Hono<AppEnv>()
    .get(
      '/available-roles',
      describe(
        'role',
        'Roles that the person may choose from',
        { 200: { schema: availableRolesSchema } },
        { guarded: true, errors: ['domain.off'] },
      ),
      withTag,
      async (c) => {
        const { available } = await roleOf(c.get('tenant'), c.get('user').id);
        return c.json({ available_roles: available });
      },
    )
    .get(
      '/current-role',
      describe(
        'role',
        'The chosen role',
        { 200: { schema: currentRoleSchema } },
        { guarded: true, errors: ['domain.off', 'role.none'] },
      ),
      withTag,
      async (c) => {
        const { current } = await roleOf(c.get('tenant'), c.get('user').id);
        if (!current) throw new AppError('role.none');
        return c.json({ current_role: current });
      },
    )
    .post(
      '/select-role',
      describe(
        'role',
        'Choose a role',
        { 200: { schema: currentRoleSchema } },
        { guarded: true, errors: ['domain.off', 'role.not_found'] },
      ),
      withTag,
      jsonBody(selectRoleSchema),
      async (c) => {
        const user = c.get('user');
        const { available } = await roleOf(c.get('tenant'), user.id);
        const { domain_role_id: wanted } = c.req.valid('json');
        const role = available.find(({ id }) => id === wanted);
        if (!role) throw new AppError('role.not_found');
        await users.chooseRole(user.host, user.id, role.id);
        return c.json({ current_role: role });
      },
    );
}
