import type {
  ActivatedPairing,
  Pairing,
  PairingCommand,
  PairingReport,
  PairingTokens,
  ResolvedPairing,
  StartedPairing,
  TakenCommand,
} from '#api/contract/pairing.ts';
import { api } from '#web/lib/http.ts';

const one = () => api.v1.pairings[':id'];

/** Starts a pairing of a session. The code and the address are told this once. */
export const startPairing = async (sessionId: string): Promise<StartedPairing> =>
  (await api.v1.pairings.$post({ json: { session_id: sessionId } })).json();

/** Returns what the phone shows before it joins. */
export const resolvePairing = async (code: string): Promise<ResolvedPairing> =>
  (await api.v1.pairings.resolve.$post({ json: { code } })).json();

/** Joins as the phone. `claim`: the secret of this phone. A call with the same claim may be repeated. */
export const activatePairing = async (id: string, code: string, claim: string): Promise<ActivatedPairing> =>
  (await one().activate.$post({ param: { id }, json: { code, claim } })).json();

/**
 * Asks, as a phone without a sign-in, for the token that opens what it needs to record. Before the desktop has confirmed, this
 * rejects with the `ApiError` `pairing.not_connected`.
 */
export const askPairingTokens = async (
  id: string,
  claim: string,
  signal: AbortSignal,
): Promise<PairingTokens> =>
  (await one().tokens.$post({ param: { id }, json: { claim } }, { init: { signal } })).json();

/** Ends, as a phone without a sign-in, a pairing that the desktop has not confirmed. */
export const leavePairing = async (id: string, claim: string): Promise<void> => {
  await one().leave.$post({ param: { id }, json: { claim } });
};

/** Confirms that both screens show the same verification code, which connects the phone. */
export const confirmPairing = async (id: string, verificationCode: string): Promise<Pairing> =>
  (await one().confirm.$post({ param: { id }, json: { verification_code: verificationCode } })).json();

/** Ends a pairing, or refuses the phone that waits. */
export const endPairing = async (id: string): Promise<void> => {
  await one().$delete({ param: { id }, query: {} });
};

/**
 * Ends a pairing that was never connected. For a connected one this rejects with the `ApiError` `pairing.connected`, and for one that has
 * ended after it was connected with `pairing.expired`.
 */
export const endUnconnected = async (id: string): Promise<void> => {
  await one().$delete({ param: { id }, query: { unless: 'connected' } });
};

/** Sends reports. `headers` of this call and of `takeCommand`: the header with the pass of a phone without a sign-in. */
export const sendReports = async (
  id: string,
  claim: string,
  reports: PairingReport[],
  { signal = null, headers = {} }: { signal?: AbortSignal | null; headers?: Record<string, string> } = {},
): Promise<void> => {
  await one().events.$post({ param: { id }, json: { claim, reports } }, { init: { signal }, headers });
};

/**
 * A command of the desktop. `id` is a new UUID; a command that is sent twice with it counts once. `pressedAtMs`: estimated time of the server
 * at which the person gave the command, ms; undefined if there is no estimate.
 */
export type GivenCommand = { id: string; command: PairingCommand; pressedAtMs: number | undefined };

/** Sends a command of the desktop. */
export const sendCommand = async (
  pairingId: string,
  { id, command, pressedAtMs }: GivenCommand,
  signal: AbortSignal,
): Promise<void> => {
  const json = { command, id, ...(pressedAtMs === undefined ? {} : { pressed_at_ms: pressedAtMs }) };
  await one().events.$post({ param: { id: pairingId }, json }, { init: { signal } });
};

/** Asks whether the phone may carry out a command now. */
export const takeCommand = async (
  id: string,
  commandId: string,
  claim: string,
  { signal = null, headers = {} }: { signal?: AbortSignal | null; headers?: Record<string, string> } = {},
): Promise<TakenCommand> => {
  const call = { param: { id, commandId }, json: { claim } };
  const response = await one().commands[':commandId'].take.$post(call, { init: { signal }, headers });
  return response.json();
};
