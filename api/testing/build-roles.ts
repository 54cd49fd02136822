import type { OptionDraft } from '#api/contract/option.ts';
import type { Role } from '#api/contract/role.ts';
import type { Db } from '#api/db/open.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import { buildDomain, testHost } from './builders.ts';

export const role = (id: string, fields: Partial<Role> = {}): Role => ({
  id,
  role_name_de: `${id} de`,
  role_name_en: `${id} en`,
  role_name_fr: `${id} fr`,
  role_name_it: `${id} it`,
  is_default: false,
  ...fields,
});

export const option = (label: string, fields: Partial<OptionDraft>): OptionDraft => ({
  label,
  names: { de: label, en: label, fr: label, it: label },
  enabled_by_default: false,
  form: 'text',
  target: null,
  prompt: 'Write.',
  roles: [],
  ...fields,
});

/** Options of a host with roles: one for everybody, others for one role each, on by default where it says so. */
export const optionsByRole: readonly OptionDraft[] = [
  option('for_all', { enabled_by_default: true }),
  option('for_clerks', { roles: ['clerk'], enabled_by_default: true }),
  option('for_doctors', { roles: ['doctor'], enabled_by_default: true }),
  option('for_doctors_too', { roles: ['doctor', 'nurse'] }),
];

/**
 * Stores the row of a host with the tag `roles`, the roles clerk (the default one), doctor and nurse, and `optionsByRole`.
 */
export async function buildRoles(db: Db, host = testHost): Promise<void> {
  await buildDomain(db, { host, tags: JSON.stringify(['roles']) });
  await createRoleStore(db).replace(host, [
    role('clerk', { is_default: true }),
    role('doctor'),
    role('nurse'),
  ]);
  await db
    .insertInto('processing_option')
    .values(
      optionsByRole.map(({ names, roles, enabled_by_default: isDefault, ...rest }) => ({
        ...rest,
        host,
        rev: 1,
        names: JSON.stringify(names),
        roles: JSON.stringify(roles),
        enabled_by_default: isDefault ? (1 as const) : (0 as const),
      })),
    )
    .execute();
}
