import { pairingMs, type PairingEnd, type PairingTokens } from '#api/contract/pairing.ts';
import type { CurrentUser } from '#api/http/app-env.ts';
import { AppError } from '#api/lib/error.ts';
import { hashOf } from '#api/lib/secret-text.ts';
import { mustLive, type PairingFinder, type PairingsDeps } from './find-pairing.ts';
import { isClaim, phoneTokenOf } from './pairing.rules.ts';
import type { Caller, PairingRow } from './pairing.store.ts';

const tokenOver = (ended: PairingEnd): AppError => new AppError('auth.token_expired', { extra: { ended } });

/** True if a phone may still repeat its `recording-complete`: for 12 hours after its pairing has ended as `finished`. */
const mayAskAgain = ({ ended, ended_at: endedAtMs, locked }: PairingRow, nowMs: number): boolean =>
  ended === 'finished' && locked === 0 && nowMs < (endedAtMs ?? 0) + pairingMs;

/** Creates the calls that a phone without a sign-in makes with its claim (`tokens`, `leave`), and the lookup of its token at each call. */
export function createPhoneTokens(
  { phones, feed, clock, key }: PairingsDeps,
  { settle, keepPace, end }: Pick<PairingFinder, 'settle' | 'keepPace' | 'end'>,
) {
  /** Finds the pairing that a phone has joined without a sign-in. @throws AppError `pairing.not_found` */
  async function ofClaim(by: Caller, id: string, claim: string): Promise<PairingRow> {
    const found = await phones.findQuick(by, id);
    // A wrong claim gets the answer of a wrong id, so that nobody finds out by guessing which ids exist.
    if (!found || !isClaim(claim, found.claim_hash)) throw new AppError('pairing.not_found');
    return settle(found);
  }

  return {
    /**
     * Gives its token to a phone that has joined without a sign-in. Each call returns the same token until the phone has used it, because an
     * answer may be lost.
     * @throws AppError `pairing.not_found`, `.expired`, `.not_connected`, `.not_this_phone`, `.too_many`
     */
    async tokens(by: Caller, id: string, claim: string): Promise<PairingTokens> {
      const row = await ofClaim(by, id, claim);
      mustLive(row);
      await keepPace(id);
      if (row.state !== 'connected') throw new AppError('pairing.not_connected');
      const token = phoneTokenOf(key, id, claim);
      if (!(await phones.giveToken(id, hashOf(token)))) throw new AppError('pairing.not_this_phone');
      return {
        access_token: token,
        expires_in: Math.max(0, Math.floor((row.expires_at - clock.now()) / 1000)),
        user_id: row.user_id,
        session: { id: row.session_id, title: row.title, language: row.language },
      };
    },

    /**
     * Ends a pairing for a phone that has joined without a sign-in, if the desktop has not confirmed yet. After that the claim alone ends
     * nothing, because somebody may read it later. What is over stays as it is.
     * @throws AppError `pairing.not_found`, `.not_waiting`, `.too_many`
     */
    async leave(by: Caller, id: string, claim: string): Promise<void> {
      const row = await ofClaim(by, id, claim);
      if (row.ended !== null) return;
      await keepPace(id);
      const { ended } = await end(row, 'closed', { unlessConnected: true });
      if (ended === null) throw new AppError('pairing.not_waiting');
    },

    /**
     * Returns the person in whose name a phone calls, and stores the first use of its token. With `mayBeFinished` the token is also accepted
     * while the phone may repeat its `recording-complete`.
     * @throws AppError `auth.required`; `auth.token_expired` with `ended` once the pairing is over
     */
    async userOf(
      host: string,
      token: string,
      { mayBeFinished }: { mayBeFinished: boolean },
    ): Promise<CurrentUser> {
      const tokenHash = hashOf(token);
      const found = await phones.findByToken(host, tokenHash);
      if (!found) {
        const ended = await phones.endOfGone(host, tokenHash);
        throw ended ? tokenOver(ended) : new AppError('auth.required');
      }
      // A phone that was without a network may have rolled over into the next session, and not have reported it. So its call is noted
      // before `settle` decides whether the pairing is over.
      feed.hear(found.id);
      const row = await settle(found);
      if (row.ended !== null && !(mayBeFinished && mayAskAgain(row, clock.now()))) throw tokenOver(row.ended);
      if (row.token_used_at === null) await phones.useToken(row.id, clock.now());
      return {
        id: row.user_id,
        host: row.host,
        sub: '',
        isSuperuser: false,
        signInId: null,
        phone: { pairingId: row.id },
      };
    },
  };
}
