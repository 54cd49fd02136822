import { userConfigSchema, type Me } from '#api/contract/auth.ts';
import type { Quota } from '#api/contract/upload.ts';
import type { UserRow } from './user.store.ts';

/** Whether the present address is confirmed: by a mail of ours, or by the word of the provider (§10.5). */
export const isVerified = (row: Pick<UserRow, 'is_verified' | 'email_verified'>): boolean =>
  row.is_verified === 1 || row.email_verified === 1;

export const rowToMe = (row: UserRow, quota: Quota | null): Me => ({
  authenticated: true,
  user: {
    sub: row.sub,
    preferred_username: row.username,
    email: row.email,
    given_name: row.first_name,
    family_name: row.last_name,
    email_verified: row.email_verified === 1,
  },
  userDb: {
    id: row.id,
    config: userConfigSchema.parse(JSON.parse(row.config)),
    is_verified: isVerified(row),
    is_superuser: row.is_superuser === 1,
    quota,
  },
});
