import type { z } from 'zod';
import type {
  confirmPasskeySchema,
  confirmTotpSchema,
  FactorProof,
  NewPasskey,
  NewTotp,
  PasskeyRequest,
  RecoveryCodes,
  removeFactorSchema,
  SecondFactor,
} from '#api/contract/second-factor.ts';
import { personActor } from '#api/db/actor.ts';
import { hostName } from '#api/http/host.rules.ts';
import type { CurrentUser } from '#api/http/app-env.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotLocal, type AccountDeps } from './account-deps.ts';
import type { OwnAccount, Self } from './own-account.ts';
import type { TellFactorChange } from './second-factor-news.ts';

type Deps = Pick<AccountDeps, 'publicUrl' | 'local'> & {
  own: Pick<OwnAccount, 'presentAccount' | 'checkPassword'>;
  tell: TellFactorChange;
};
/** The person, and the header `Accept-Language` of their browser, which decides the language of the letter. */
type Speaking = Self & { languages: string };

type ProofDeps = Pick<Deps, 'local' | 'own'>;

/**
 * Creates the checks that come before each change of a second factor. They refuse a person without a local account, and
 * one who enters a wrong password or a wrong factor.
 */
function createProofs({ local, own }: ProofDeps) {
  const present = async (user: CurrentUser) => {
    const { factors, factorSignIn } = orNotLocal(local);
    const { account, signInId } = await own.presentAccount(user);
    const by = { owner: { host: user.host, userId: user.id }, actor: personActor(user.id) };
    return { factors, factorSignIn, account, where: { accountId: account.id, place: signInId }, by };
  };

  /**
   * Checks the password, and the factor where one is on. Returns whether a factor was proved. The sign-in counts as a place of its
   * own in both limits.
   * @throws AppError auth.factor_required, auth.factor_wrong, auth.factor_used, and as `checkPassword`
   */
  const prove = async (self: Self, { password, factor }: FactorProof) => {
    await own.checkPassword(self, password);
    const { factors, factorSignIn, account, where, by } = await present(self.user);
    const isOn = await factors.isOn(account.id);
    if (isOn && !factor) throw new AppError('auth.factor_required');
    if (isOn && factor) {
      const place = { address: self.address, deviceId: where.place };
      await factorSignIn.check(account, factor, { place, at: where.place });
    }
    return { factors, account, where, by, isProved: isOn };
  };
  return { present, prove };
}

/** Creates what a person does with the second factor of their own account (§10.5). The embedded provider alone has one. */
export function createOwnSecondFactor({ publicUrl, local, own, tell }: Deps) {
  const host = hostName(new URL(publicUrl).host);

  const { present, prove } = createProofs({ local, own });

  const beginning = async (self: Self, proof: FactorProof) => {
    const { factors, account, where, isProved } = await prove(self, proof);
    return { factors, of: { ...where, email: account.email, host, isProved } };
  };

  return {
    stateOf: async (user: CurrentUser): Promise<SecondFactor> => {
      const { factors, account } = await present(user);
      return factors.stateOf(account.id);
    },

    /** Makes a challenge by which a passkey proves the factor. @throws AppError auth.not_local, auth.passkey_unavailable */
    askPasskey: async (user: CurrentUser): Promise<PasskeyRequest> => {
      const { factors, where } = await present(user);
      return factors.askPasskey(where);
    },

    async beginTotp(self: Self, proof: FactorProof): Promise<NewTotp> {
      const { factors, of } = await beginning(self, proof);
      return factors.beginTotp(of);
    },

    async confirmTotp(
      { user, languages }: Speaking,
      { id, code }: z.output<typeof confirmTotpSchema>,
    ): Promise<RecoveryCodes> {
      const { factors, where, by } = await present(user);
      const { codes, isRepeated } = await factors.confirmTotp({ ...where, ...by }, id, code);
      if (!isRepeated) tell(by.owner, 'totp_added', languages);
      return { recovery_codes: codes };
    },

    async beginPasskey(self: Self, proof: FactorProof): Promise<NewPasskey> {
      const { factors, of } = await beginning(self, proof);
      return factors.beginPasskey(of);
    },

    async confirmPasskey(
      { user, languages }: Speaking,
      { name, passkey }: z.output<typeof confirmPasskeySchema>,
    ): Promise<RecoveryCodes> {
      const { factors, where, by } = await present(user);
      const { codes, isRepeated } = await factors.confirmPasskey({ ...where, ...by }, name, passkey);
      if (!isRepeated) tell(by.owner, 'passkey_added', languages);
      return { recovery_codes: codes };
    },

    /** @throws AppError auth.factor_off, and as the proof */
    async renewCodes(self: Speaking, proof: FactorProof): Promise<RecoveryCodes> {
      const { factors, account, by } = await prove(self, proof);
      const codes = await factors.renewCodes(account.id, by);
      tell(by.owner, 'codes_renewed', self.languages);
      return { recovery_codes: codes };
    },

    /** @throws AppError auth.factor_off, and as the proof */
    async remove(self: Speaking, { what, ...proof }: z.output<typeof removeFactorSchema>): Promise<void> {
      const { factors, account, by } = await prove(self, proof);
      tell(by.owner, await factors.remove(account.id, what, by), self.languages);
    },
  };
}
