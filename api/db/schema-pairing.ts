import type { ColumnType, Generated } from 'kysely';
import type { PairingEnd } from '#api/contract/pairing.ts';

/** A phone that records a session of the desktop. */
export type PairingTable = {
  id: string;
  host: string;
  user_id: string;
  session_id: string;
  /** Session that the phone records now, if it is another one than `session_id`. */
  recording_id: string | null;
  state: 'preparing' | 'waiting' | 'connected';
  /** Why the pairing is over; null while it lives. */
  ended: PairingEnd | null;
  /**
   * HMAC of the code. Null after a phone has joined by the code; if the phone has chosen its own claim and so may repeat the call, null
   * only after the end of the pairing.
   */
  code_hash: string | null;
  /** SHA-256 (hex) of the secret of the phone. */
  claim_hash: string | null;
  verification_code: string | null;
  device: string | null;
  /** Sign-ins of both sides at the embedded provider; null at other providers. */
  desktop_sign_in: string | null;
  phone_sign_in: string | null;
  created_at: number;
  /** End of the code before the confirmation, end of the pairing after it. */
  expires_at: number;
  ended_at: number | null;
  /** 1 if the phone has joined without a sign-in. */
  is_quick: ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
  /** SHA-256 (hex) of the token of such a phone; null before it was asked for. */
  token_hash: string | null;
  /** When the token was used for the first time. */
  token_used_at: number | null;
};

/**
 * A session in which a phone without a sign-in has written notes, or that it has made ("… (2)"). `notes` is what this phone wrote there,
 * which is a part of the notes of the session.
 */
export type PhoneSessionTable = { pairing_id: string; session_id: string; notes: Generated<string> };

/**
 * The token of a phone whose pairing was deleted with its session. `token_hash` and `ended` are those of the pairing. The server answers a
 * later call with this token by the reason `ended`.
 */
export type GonePhoneTokenTable = { token_hash: string; host: string; ended: PairingEnd; ended_at: number };
