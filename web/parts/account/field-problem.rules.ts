import { limits } from '#api/contract/limits.ts';
import { passwordWeakness, type PasswordWeakness } from '#api/shared/password.rules.ts';

/** Why a field of a form is refused: a translation key under `auth.field`, with the limit that is violated. */
type FieldProblem = {
  key:
    | 'emailRequired'
    | 'emailInvalid'
    | 'passwordRequired'
    | 'passwordShort'
    | 'passwordLong'
    | 'passwordCommon'
    | 'passwordRepeated'
    | 'passwordOwn'
    | 'firstNameRequired'
    | 'lastNameRequired'
    | 'codeInvalid'
    | 'recoveryCodeRequired'
    | 'passkeyNameRequired';
  count?: number;
};
export type FieldProblems<F> = { [K in keyof F]?: FieldProblem };

/** Leaves out the fields without a problem. The order of the others is the one of the form. */
export const onlyProblems = <F>(problems: { [K in keyof F]: FieldProblem | undefined }): FieldProblems<F> =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as FieldProblems<F>;

export const emailProblem = (email: string): FieldProblem | undefined => {
  if (email.trim() === '') return { key: 'emailRequired' };
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : { key: 'emailInvalid' };
};

export const presentPasswordProblem = (password: string): FieldProblem | undefined =>
  password === '' ? { key: 'passwordRequired' } : undefined;

const weakKeys = {
  common: 'passwordCommon',
  repeated: 'passwordRepeated',
  own: 'passwordOwn',
} as const satisfies Record<PasswordWeakness, FieldProblem['key']>;

/** What the person is called. A field that is not known is empty. */
type Own = { email: string; given_name: string; family_name: string };

export function newPasswordProblem(
  password: string,
  own: Own = { email: '', given_name: '', family_name: '' },
): FieldProblem | undefined {
  const { minPasswordLength: min, maxPasswordLength: max } = limits;
  if (password === '') return { key: 'passwordRequired' };
  if (password.length < min) return { key: 'passwordShort', count: min };
  if (password.length > max) return { key: 'passwordLong', count: max };
  const weakness = passwordWeakness(password, own);
  return weakness ? { key: weakKeys[weakness] } : undefined;
}
