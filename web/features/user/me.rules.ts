import type { Me } from '#api/contract/auth.ts';
import { languages } from '#web/i18n/languages.ts';
import { isRecord } from '#web/lib/is-record.ts';

const hasTexts = (value: Record<string, unknown>, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');

const isConfig = (value: unknown): boolean =>
  isRecord(value) &&
  (value['preferred_language'] === undefined ||
    (languages as readonly unknown[]).includes(value['preferred_language']));

const isQuota = (value: unknown): boolean =>
  value === null ||
  (isRecord(value) &&
    Number.isSafeInteger(value['used_bytes']) &&
    Number.isSafeInteger(value['limit_bytes']));

/**
 * Returns the value if it is a profile that the page can use (`meSchema`), otherwise null. Every screen asks this before it is
 * shown, so it does not load the schemas.
 */
export function toMe(value: unknown): Me | null {
  if (!isRecord(value) || !isRecord(value['user']) || !isRecord(value['userDb'])) return null;
  const { authenticated, user, userDb } = value;
  const isUsable =
    typeof authenticated === 'boolean' &&
    hasTexts(user, ['sub', 'preferred_username', 'email', 'given_name', 'family_name']) &&
    typeof user['email_verified'] === 'boolean' &&
    hasTexts(userDb, ['id']) &&
    isConfig(userDb['config']) &&
    typeof userDb['is_verified'] === 'boolean' &&
    typeof userDb['is_superuser'] === 'boolean' &&
    isQuota(userDb['quota']);
  return isUsable ? ({ authenticated, user, userDb } as unknown as Me) : null;
}
