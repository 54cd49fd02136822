import { localStore } from './browser-storage.ts';
import { isRecord } from './is-record.ts';
import { passKey } from './pass-token.ts';
import { recordOf } from './stored-record.ts';

/**
 * What a phone without a sign-in has received from the server after the desktop has confirmed it (`pairingTokensSchema`), and its state
 * since then.
 */
export type PassGrant = {
  /** Access token for the calls of the recorder. It cannot be renewed. Null after the server has refused it, except with `isFinished`. */
  token: string | null;
  /** Time of the expiry by the clock of this device, ms since the epoch. */
  expiresAtMs: number;
  /** Time at which this device received the token, ms since the epoch by the same clock. */
  sinceMs: number;
  /** Id of the person who owns the session. Recordings of this phone are stored under it. */
  userId: string;
  /** Session of the pairing. Its title is removed when the pairing ends or the token is refused. */
  session: { id: string; title: string; language: string };
  /** True once the server has the whole recording of at least one session of this phone. `isAllSent` tells whether it has all. */
  isSent: boolean;
  /** Ids of the sessions whose whole recording is on the server. Absent in a pass that an earlier version of the page has stored. */
  sent?: readonly string[];
  /**
   * Later parts of a recording that have begun and are not wholly on the server. A part is named by the id of its session, or, until
   * the session is created, by the key of its creation (`creationKeyHeader`).
   */
  begun?: readonly string[];
  /**
   * True after the server has answered that the pairing has ended as `finished`: it has the whole recording of this phone. From then on
   * the server accepts the token only for a repeated `recording-complete`, whose first answer may have been lost.
   */
  isFinished?: boolean;
};

/** The pairing that this phone has joined without a sign-in (`pairing_quick`). It is stored, so that a reload goes on with it. */
export type PhonePass = {
  pairingId: string;
  /** The secret of this phone. Null after the pairing has ended. */
  claim: string | null;
  /** The code that both screens show until the desktop confirms; otherwise null. */
  verificationCode: string | null;
  /** Null until the desktop has confirmed. */
  grant: PassGrant | null;
};

export type PassStore = {
  /** Returns the stored pass; the same object until it changes. */
  read(): PhonePass | null;
  /** Returns the token; null if there is none. */
  token(): string | null;
  /** Returns the id of the pairing of the pass; null if there is no pass. */
  pairingId(): string | null;
  write(pass: PhonePass): void;
  /** Removes this token after the server has refused it. The id of the owner stays, so that unsent recordings can be found. */
  end(token: string): void;
  /** Notes that the server has refused this token because it has the whole recording. The token is kept (`PassGrant.isFinished`). */
  finish(token: string): void;
  /** Removes the claim of a pairing that has ended. The token stays, so that unsent audio can still be sent. */
  endClaim(pairingId: string): void;
  /** Notes that a later part of the recording has begun. `key`: key of the creation of its session. */
  noteBegun(pairingId: string, key: string): void;
  /** Notes that the session of this later part was created. From then on the part is named by the id of the session. */
  noteCreated(pairingId: string, key: string, sessionId: string): void;
  /** Notes that the server has the whole recording of this session. */
  noteSent(pairingId: string, sessionId: string): void;
  /** Removes the pass from this device. */
  forget(): void;
  /** Calls `listener` after each change, also in another tab. Returns a function that ends this. */
  subscribe(listener: () => void): () => void;
};

export function createPassStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): PassStore {
  const listeners = new Set<() => void>();
  let known: { text: string | null; pass: PhonePass | null } = { text: null, pass: null };

  function read(): PhonePass | null {
    const text = storage.getItem(passKey);
    if (text !== known.text) known = { text, pass: parsed(text) };
    return known.pass;
  }
  const told = () => Array.from(listeners).forEach((listener) => listener());
  function write(pass: PhonePass): void {
    try {
      storage.setItem(passKey, JSON.stringify(pass));
    } catch {
      // The local storage is full, so the pass is not stored. After a reload this phone has to join a pairing again.
    }
    told();
  }
  function changeGrant(pairingId: string, change: (grant: PassGrant) => Partial<PassGrant>): void {
    const pass = read();
    if (!pass?.grant || pass.pairingId !== pairingId) return;
    write({ ...pass, grant: { ...pass.grant, ...change(pass.grant) } });
  }
  function endGrant(token: string, change: Partial<PassGrant>): void {
    const pass = read();
    if (!pass?.grant || pass.grant.token !== token) return;
    const session = { ...pass.grant.session, title: '' };
    write({ ...pass, claim: null, grant: { ...pass.grant, session, ...change } });
  }

  return {
    read,
    token: () => read()?.grant?.token ?? null,
    pairingId: () => read()?.pairingId ?? null,
    write,
    end: (token) => endGrant(token, { token: null, isFinished: false }),
    finish(token) {
      if (!read()?.grant?.isFinished) endGrant(token, { isFinished: true });
    },
    endClaim(pairingId) {
      const pass = read();
      if (pass?.pairingId !== pairingId || pass.claim === null) return;
      // Other people may open this address later, so the title is removed. The open screen keeps its copy.
      const grant = pass.grant && { ...pass.grant, session: { ...pass.grant.session, title: '' } };
      write({ ...pass, claim: null, grant });
    },
    noteBegun: (pairingId, key) =>
      changeGrant(pairingId, ({ begun = [] }) => ({ begun: [...without(begun, key), key] })),
    noteCreated: (pairingId, key, sessionId) =>
      changeGrant(pairingId, ({ sent = [], begun = [] }) => {
        const others = without(begun, key, sessionId);
        return { begun: sent.includes(sessionId) ? others : [...others, sessionId] };
      }),
    noteSent: (pairingId, sessionId) =>
      changeGrant(pairingId, ({ sent = [], begun = [] }) => ({
        isSent: true,
        sent: [...without(sent, sessionId), sessionId],
        begun: without(begun, sessionId),
      })),
    forget() {
      storage.removeItem(passKey);
      told();
    },
    subscribe(listener) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key === passKey || key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

const without = (ids: readonly string[], ...gone: readonly string[]): string[] =>
  ids.filter((id) => !gone.includes(id));

/**
 * True if the server has all that this phone has recorded: each session of `recorded` (`recordedSessions`), and each later part that has
 * begun.
 */
export const isAllSent = (
  { isSent, sent, begun = [] }: Pick<PassGrant, 'isSent' | 'sent' | 'begun'>,
  recorded: readonly string[],
): boolean =>
  isSent && begun.length === 0 && (sent === undefined || recorded.every((id) => sent.includes(id)));

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parsed(text: string | null): PhonePass | null {
  const { pairingId, claim, verificationCode, grant } = recordOf(text);
  if (typeof pairingId !== 'string') return null;
  return {
    pairingId,
    claim: textOrNull(claim),
    verificationCode: textOrNull(verificationCode),
    grant: isGrant(grant) ? grant : null,
  };
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isGrant(value: unknown): value is PassGrant {
  if (!isRecord(value) || !isRecord(value['session'])) return false;
  const { token, expiresAtMs, sinceMs, userId, session, isSent, sent, begun } = value;
  return (
    (token === null || typeof token === 'string') &&
    Number.isFinite(expiresAtMs) &&
    Number.isFinite(sinceMs) &&
    typeof userId === 'string' &&
    typeof isSent === 'boolean' &&
    [sent, begun].every((ids) => ids === undefined || isTexts(ids)) &&
    [session['id'], session['title'], session['language']].every((text) => typeof text === 'string')
  );
}

/** The pass of this device. */
export const phonePass = createPassStore(localStore);
