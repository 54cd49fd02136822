import { useState } from 'react';
import type { Factor, FactorsAsked, PasskeyRequest } from '#api/contract/second-factor.ts';
import { usableWays, type FactorFields, type FactorWay } from './factor.rules.ts';
import { passkeyProblemHere, signWithPasskey } from './passkeys.ts';

/** By which way a person proves their second factor. `way` is null if this page can use none of those that there are. */
export function useFactorWay(asked: FactorsAsked) {
  const problem = passkeyProblemHere(asked.passkey_origin);
  const ways = usableWays(asked, problem);
  const [chosen, choose] = useState<FactorWay | null>(null);
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? null;
  return {
    ways,
    way,
    choose,
    /** Set where a passkey is there that this page cannot use. */
    passkeyProblem: asked.ways.includes('passkey') ? problem : null,
    /** Reads the factor. `request` fetches what a passkey signs. @throws PasskeyError, ApiError */
    async read({ totp, recovery }: FactorFields, request: () => Promise<PasskeyRequest>): Promise<Factor> {
      if (way === 'passkey') return { passkey: await signWithPasskey(await request()) };
      return way === 'totp' ? { totp: totp.trim() } : { recovery: recovery.trim() };
    },
  };
}

export type FactorChoice = ReturnType<typeof useFactorWay>;
