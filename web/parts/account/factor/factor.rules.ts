import type { FactorsAsked } from '#api/contract/second-factor.ts';
import { onlyProblems, type FieldProblems } from '../field-problem.rules.ts';
import type { PasskeyProblem } from './passkey-support.rules.ts';

export type FactorWay = FactorsAsked['ways'][number];

/** The fields in which a person types a factor. A passkey needs none. */
export type FactorFields = { totp: string; recovery: string };
export const noFactor: FactorFields = { totp: '', recovery: '' };

/** Returns the ways that this page can use, the quickest first. */
export const usableWays = ({ ways }: FactorsAsked, problem: PasskeyProblem): FactorWay[] =>
  (['passkey', 'totp', 'recovery'] as const).filter(
    (way) => ways.includes(way) && (way !== 'passkey' || problem === null),
  );

export const isCode = (text: string): boolean => /^\d{6}$/.test(text.replaceAll(/\s/g, ''));

export const factorProblems = (way: FactorWay | null, fields: FactorFields): FieldProblems<FactorFields> =>
  onlyProblems<FactorFields>({
    totp: way === 'totp' && !isCode(fields.totp) ? { key: 'codeInvalid' } : undefined,
    recovery:
      way === 'recovery' && fields.recovery.trim() === '' ? { key: 'recoveryCodeRequired' } : undefined,
  });
