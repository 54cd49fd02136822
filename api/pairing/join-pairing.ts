import {
  pairingCodeMs,
  pairingMs,
  type ActivatedPairing,
  type Pairing,
  type ResolvedPairing,
  type StartedPairing,
} from '#api/contract/pairing.ts';
import type { Owner } from '#api/db/owner.ts';
import type { CurrentUser } from '#api/http/app-env.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import { hashOf, newSecret } from '#api/lib/secret-text.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { mustLive, type PairingFinder, type PairingsDeps } from './find-pairing.ts';
import { isGuest, type Guest } from './pairing-limits.ts';
import {
  hashOfCode,
  isClaim,
  isOnlyPhone,
  newPairingCode,
  newVerificationCode,
  phonePage,
  toPairing,
} from './pairing.rules.ts';
import { mostConnected, type Caller, type PairingRow } from './pairing.store.ts';

/** A person who starts or joins a pairing, with the sign-in of the device in use. */
export type Person = Pick<CurrentUser, 'id' | 'host' | 'signInId'>;
const ownerOf = ({ host, id: userId }: Person): Owner => ({ host, userId });
/** Returns the caller as the store knows them: a person finds their own codes, a guest those of the host. */
const callerOf = (by: Person | Guest): Caller =>
  isGuest(by) ? { host: by.host, userId: null } : ownerOf(by);

/** What a person starts. `replace`: an earlier pairing of the session ends even if it is connected. */
export type Starting = { sessionId: string; replace: boolean; place: SignInPlace & { publicUrl: string } };

const isConnected = (id: string): AppError =>
  new AppError('pairing.connected', { extra: { pairing_id: id } });

/**
 * Returns a function that starts a pairing of a session without audio.
 * @throws AppError in the returned function: `session.not_found`, `upload.already_complete`, `pairing.connected`, `.address_unusable`,
 * `.too_many`
 */
export function createPairingStart(
  { pairings, sessions, feed, limits, clock, key }: PairingsDeps,
  { find, settle }: PairingFinder,
) {
  /** Refuses to start if a phone is connected with the session, unless `replace`, or if the person has too many connected pairings. */
  const mustHaveRoom = async (owner: Owner, { sessionId, replace }: Starting): Promise<void> => {
    const rows = await Promise.all((await pairings.connectedOf(owner)).map((row) => settle(row)));
    const living = rows.filter(({ ended }) => ended === null);
    const running = living.find((row) => row.session_id === sessionId || row.recording_id === sessionId);
    if (running && !replace) throw isConnected(running.id);
    const [first] = living;
    if (!first || running || living.length < mostConnected) return;
    const retry_after_s = Math.ceil((first.expires_at - clock.now()) / 1000);
    throw new AppError('pairing.too_many', { extra: { retry_after_s } });
  };

  return async (person: Person, starting: Starting): Promise<StartedPairing> => {
    const { publicUrl, ...place } = starting.place;
    const owner = ownerOf(person);
    const session = orNotFound(await sessions.find(owner, starting.sessionId));
    if (await sessions.audioOf(session.id)) throw new AppError('upload.already_complete');
    await mustHaveRoom(owner, starting);
    const page = phonePage(publicUrl, place);
    if (page === null) throw new AppError('pairing.address_unusable');
    limits.start(owner);
    const [id, code, nowMs] = [newId(), newPairingCode(), clock.now()];
    const row = {
      id,
      host: owner.host,
      user_id: owner.userId,
      session_id: session.id,
      state: 'preparing',
      code_hash: hashOfCode(key, owner.host, code),
      desktop_sign_in: person.signInId,
      created_at: nowMs,
      expires_at: nowMs + pairingCodeMs,
    } as const;
    const stored = await pairings.replace(row, { endsConnected: starting.replace });
    if (stored.is === 'gone') throw new AppError('session.not_found');
    if (stored.is === 'connected') throw isConnected(stored.id);
    for (const former of stored.replaced) feed.end(former, { isFinished: false });
    const pairing = toPairing(await find(owner, id), nowMs);
    return { ...pairing, code, address: `${page}?code=${code}` };
  };
}

type Joining = { id: string; code: string; claim?: string | undefined };

/** Creates the answers to a phone that joins: to its first call, and to a repeated one. */
function createJoined({ pairings, clock, key }: PairingsDeps, { settle, keepPace }: PairingFinder) {
  const toActivated = (by: Person | Guest, row: PairingRow, claim: string): ActivatedPairing => ({
    ...toPairing(row, clock.now()),
    ...(isGuest(by) ? { session_id: null, session_title: null } : {}),
    claim,
  });
  return {
    toActivated,
    /**
     * Returns the answer to a repeated call of a phone that has joined by this code with this claim of its own. Returns null if no phone
     * has, or if the pairing is over.
     */
    async joinedBefore(by: Person | Guest, { id, code, claim }: Joining): Promise<ActivatedPairing | null> {
      if (claim === undefined) return null;
      const found = await pairings.findJoined(callerOf(by), id, hashOfCode(key, by.host, code));
      if (!found || !isClaim(claim, found.claim_hash)) return null;
      await keepPace(id);
      const row = await settle(found);
      return row.ended === null ? toActivated(by, row, claim) : null;
    },
  };
}

/** Creates the steps from a code to a connected pairing. */
export function createPairingJoin(deps: PairingsDeps, finder: PairingFinder) {
  const { find } = finder;
  const { pairings, feed, limits, clock, key } = deps;
  const guess = (by: Person | Guest) => limits.guess(isGuest(by) ? by : ownerOf(by));
  const { toActivated, joinedBefore } = createJoined(deps, finder);
  return {
    /** Finds the pairing of a code. @throws AppError `pairing.code_wrong`, `pairing.too_many` */
    async resolve(by: Person | Guest, code: string): Promise<ResolvedPairing> {
      const forgive = guess(by);
      const row = await pairings.findByCode(callerOf(by), hashOfCode(key, by.host, code), clock.now());
      if (!row) throw new AppError('pairing.code_wrong');
      forgive();
      return { id: row.id, session_title: isGuest(by) ? null : row.title };
    },

    /**
     * Lets a phone join; the first one wins. One without a sign-in learns nothing of the session before the desktop has confirmed. A
     * phone with a claim of its own may repeat the call.
     * @throws AppError `pairing.code_wrong`, `pairing.too_many`
     */
    async activate(
      by: Person | Guest,
      { device, ...joining }: Joining & { device: string | null },
    ): Promise<ActivatedPairing> {
      // A repeated call counts as no guess, because it has the right claim of 256 random bits.
      const before = await joinedBefore(by, joining);
      if (before) return before;
      const forgive = guess(by);
      const { id, code, claim = newSecret() } = joining;
      const codeHash = hashOfCode(key, by.host, code);
      const used = { id, codeHash, nowMs: clock.now(), mayRepeat: joining.claim !== undefined };
      const userId = await pairings.activate(callerOf(by), used, {
        claim_hash: hashOf(claim),
        verification_code: newVerificationCode(),
        device,
        phone_sign_in: isGuest(by) ? null : by.signInId,
      });
      if (userId === null) {
        // Another call with the same claim may have used the code up at the same time.
        const meanwhile = await joinedBefore(by, joining);
        if (!meanwhile) throw new AppError('pairing.code_wrong');
        forgive();
        return meanwhile;
      }
      forgive();
      feed.change(id);
      return toActivated(by, await find({ host: by.host, userId }, id), claim);
    },

    /**
     * Connects a pairing whose verification code the person has compared. A repeated call changes nothing. The phone cannot confirm itself.
     * @throws AppError `auth.forbidden`, `pairing.not_found`, `.expired`, `.not_waiting`, `.verification_wrong`
     */
    async confirm(person: Person, id: string, code: string): Promise<Pairing> {
      const owner = ownerOf(person);
      const row = await find(owner, id);
      mustLive(row);
      if (isOnlyPhone(row, person.signInId)) throw new AppError('auth.forbidden');
      if (row.state === 'preparing') throw new AppError('pairing.not_waiting');
      if (row.verification_code !== code) throw new AppError('pairing.verification_wrong');
      const nowMs = clock.now();
      if (row.state === 'waiting') {
        await pairings.confirm(id, { code, nowMs, expiresAtMs: nowMs + pairingMs });
        feed.change(id);
      }
      const after = await find(owner, id);
      mustLive(after);
      return toPairing(after, clock.now());
    },
  };
}
