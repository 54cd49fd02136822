import { mostPasskeys, type NewPasskey, type PasskeyAttestation } from '#api/contract/second-factor.ts';
import { AppError } from '#api/lib/error.ts';
import { newSecret } from '#api/lib/secret-text.ts';
import { noteChange, type Beginning, type Confirming, type FactorDeps } from './factor-deps.ts';
import { passkeysOf, putPasskey } from './factor.store.ts';
import { firstCodes, refuseOvertaken, sameCodes, type Added } from './first-codes.ts';
import { challengeOf, passkeyAlgorithms, readAttestation, transportsOf } from './passkeys.ts';
import { findPending, keepPending, putPending } from './pending.store.ts';

/**
 * Creates the two steps by which a passkey is added to an account. If the answer to the second step is lost, the same
 * passkey gets it again.
 */
export const createPasskeyAdding = ({ db, clock, key, passkeys: at }: FactorDeps) => ({
  /** @throws AppError auth.passkey_unavailable, auth.passkey_too_many */
  async beginPasskey({ email, accountId, place, isProved }: Beginning): Promise<NewPasskey> {
    if (!at) throw new AppError('auth.passkey_unavailable');
    const known = await passkeysOf(db, accountId);
    if (known.length >= mostPasskeys) throw new AppError('auth.passkey_too_many');
    const challenge = newSecret();
    const pending = { accountId, place, id: challenge, value: { isProved } };
    await putPending(db, 'passkey_new', pending, clock.now());
    return {
      challenge,
      rp_id: at.rpId,
      user_id: Buffer.from(accountId).toString('base64url'),
      user_name: email,
      algorithms: passkeyAlgorithms,
      exclude: known.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
    };
  },

  /** Takes a passkey into use. @throws AppError auth.factor_setup_expired, auth.factor_wrong, auth.passkey_too_many */
  async confirmPasskey(
    { owner, actor, ...where }: Confirming,
    name: string,
    attestation: PasskeyAttestation,
  ): Promise<Added> {
    const nowMs = clock.now();
    const challenge = challengeOf(attestation.client_data);
    const pending = await findPending(db, 'passkey_new', { ...where, id: challenge }, nowMs);
    if (!pending || !at) throw new AppError('auth.factor_setup_expired');
    const { value, accountId } = pending;
    const made = await readAttestation(attestation, challenge, at);
    if (!made) throw new AppError('auth.factor_wrong');
    if (value.done) {
      if (value.done.id !== made.id) throw new AppError('auth.factor_setup_expired');
      return { codes: await sameCodes(db, key, accountId, challenge), isRepeated: true };
    }
    return db.transaction().execute(async (trx) => {
      await refuseOvertaken(trx, accountId, value.isProved);
      if ((await passkeysOf(trx, accountId)).length >= mostPasskeys)
        throw new AppError('auth.passkey_too_many');
      const passkey = { ...made, account_id: accountId, rp_id: at.rpId, name };
      if (!(await putPasskey(trx, passkey, nowMs))) throw new AppError('auth.factor_wrong');
      const codes = await firstCodes(trx, key, accountId, challenge);
      await keepPending<'passkey_new'>(trx, challenge, { ...value, done: { id: made.id } });
      await noteChange(trx, 'passkey_added', { owner, actor }, nowMs);
      return { codes, isRepeated: false };
    });
  },
});
