import { z } from 'zod';
import { toOneLine } from './one-line.ts';

const name = z.string().overwrite(toOneLine).max(80);

/** A role of a host (§3.6). A name may be empty; the page then shows the name in another language. */
export const roleSchema = z.strictObject({
  id: z.string().overwrite(toOneLine).min(1).max(64),
  role_name_de: name,
  role_name_en: name,
  role_name_fr: name,
  role_name_it: name,
  is_default: z.boolean(),
});
export type Role = z.infer<typeof roleSchema>;

/** Answer of `GET /api/v1/user/available-roles`: the roles that the person holds, in the order of the host. */
export const availableRolesSchema = z.object({ available_roles: z.array(roleSchema) });

/** Answer of `GET /api/v1/user/current-role` and `POST /api/v1/user/select-role`. */
export const currentRoleSchema = z.object({ current_role: roleSchema });

/** Body of `POST /api/v1/user/select-role`: the `id` of an available role. */
export const selectRoleSchema = z.strictObject({ domain_role_id: z.string().min(1).max(64) });

/** All roles of a host, as superusers read and replace them. At most one is the default. */
export const rolesSchema = z.strictObject({
  roles: z
    .array(roleSchema)
    .max(100)
    .refine((roles) => new Set(roles.map(({ id }) => id)).size === roles.length, {
      message: 'Each id once.',
    })
    .refine((roles) => roles.filter((role) => role.is_default).length <= 1, {
      message: 'One default role at most.',
    }),
});
export type Roles = z.infer<typeof rolesSchema>;
