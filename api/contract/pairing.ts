import { z } from 'zod';
import { captureCodes, markerSchema } from './recording.ts';
import { hourMs, minuteMs } from './time.ts';
import { secondsSchema } from './transcript.ts';

/** How long a code can be used, and how long a pairing lives at most (§10.26), ms. */
export const pairingCodeMs = 5 * minuteMs;
export const pairingMs = 12 * hourMs;
/** A command that the phone has not taken after this time is never carried out, ms. */
export const pairingCommandMs = 10_000;
/** Interval of the heartbeats on a stream of events, ms. If the reader receives nothing for several intervals, the connection is lost. */
export const pairingHeartbeatMs = 5_000;

/** Characters of a code: no 0, 1, I, L, O, which people mistake for each other. A code has `pairingCodeLength` of them. */
export const pairingCodeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const pairingCodeLength = 8;

/** Returns the code that a person has typed, without spaces and dashes, in capitals. */
export const typedPairingCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

export const pairingSides = ['desktop', 'phone'] as const;
export type PairingSide = (typeof pairingSides)[number];

/** States of a pairing (§4.5). */
export const pairingStates = ['preparing', 'waiting', 'connected', 'expired'] as const;
export type PairingState = (typeof pairingStates)[number];

/**
 * Why a pairing is `expired`: its time was over, a newer pairing of the session replaced it, a person refused or ended it, or
 * the server has the whole recording.
 */
export const pairingEnds = ['time', 'replaced', 'refused', 'closed', 'finished'] as const;
export type PairingEnd = (typeof pairingEnds)[number];

const idSchema = z.string().min(1).max(64);
const codeSchema = z.string().max(64).transform(typedPairingCode);

/** A pairing as both sides see it. */
export const pairingSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  session_title: z.string(),
  state: z.enum(pairingStates),
  /** Null unless the state is `expired`. */
  ended: z.enum(pairingEnds).nullable(),
  /** Time of expiry: that of the code while the state is `preparing` or `waiting`, that of the whole pairing afterwards. */
  expires_at: z.iso.datetime(),
  /** Milliseconds from this answer to `expires_at`, by the clock of the server; 0 if it is over. */
  expires_in_ms: z.number().int().nonnegative(),
  /**
   * Name of the phone, such as `Safari, iPhone`, by the `User-Agent` header of the call with which it has joined; null before that, and if
   * the header names nothing known.
   */
  device: z.string().nullable(),
  /** Six digits that both screens show while the state is `waiting`; null otherwise. */
  verification_code: z.string().nullable(),
});
export type Pairing = z.infer<typeof pairingSchema>;

/**
 * Body of `POST /api/v1/pairings`. The new pairing ends an earlier one of the same session (`ended: 'replaced'`). If that is connected, its
 * phone may record, so the call is refused with 409 `pairing.connected`, unless `replace` is true.
 */
export const startPairingSchema = z.strictObject({
  session_id: idSchema,
  replace: z.boolean().default(false),
});

/**
 * Query of `DELETE /api/v1/pairings/{id}`. With `unless=connected` only a pairing that was never connected is ended. For a connected one the
 * answer is 409 `pairing.connected`, and for one that has ended after it was connected 410 `pairing.expired`.
 */
export const endPairingQuerySchema = z.object({ unless: z.literal('connected').optional() });

/** Answer: the pairing, its code, and the address that the QR code holds. The server stores a hash of the code only. */
export const startedPairingSchema = pairingSchema.extend({ code: z.string(), address: z.url() });
export type StartedPairing = z.infer<typeof startedPairingSchema>;

/** Body of `POST /api/v1/pairings/resolve`. */
export const resolvePairingSchema = z.strictObject({ code: codeSchema });

/** Answer: what the phone shows before it joins. The title is null for a phone without a sign-in. */
export const resolvedPairingSchema = z.object({ id: z.string(), session_title: z.string().nullable() });
export type ResolvedPairing = z.infer<typeof resolvedPairingSchema>;

/**
 * Body of `POST /api/v1/pairings/{id}/activate`. The first phone wins; the code is used up. A phone may choose its `claim` itself (256
 * random bits, base64url). Then it may repeat the call, because the answer may be lost: the same code and claim get the same pairing,
 * until that is over.
 */
export const activatePairingSchema = z.strictObject({
  code: codeSchema,
  /** Ignored. Earlier versions of the page send it. The server names the phone itself, because a stranger could write anything here. */
  device: z.string().max(100).optional(),
  claim: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
});

/**
 * Answer: the pairing, which waits for the confirmation, and the secret of this phone (256 bits, base64url). A phone without a sign-in
 * learns nothing of the session yet: then `session_id` and `session_title` are null.
 */
export const activatedPairingSchema = pairingSchema.extend({
  session_id: z.string().nullable(),
  session_title: z.string().nullable(),
  claim: z.string(),
});
export type ActivatedPairing = z.infer<typeof activatedPairingSchema>;

/** Body of `POST /api/v1/pairings/{id}/tokens`, by which a phone without a sign-in asks for its token (`pairing_quick`). */
export const askPairingTokensSchema = z.strictObject({ claim: z.string().max(100) });

/**
 * Answer: a token, and what the recorder has to know of the session. Only the routes that a phone needs to record into this session accept
 * the token. Until its first use a repeated call is answered with the same token, because the phone may not have got the first answer.
 */
export const pairingTokensSchema = z.object({
  access_token: z.string(),
  /** Time until the token expires, s. */
  expires_in: z.number().int().nonnegative(),
  /** Id of the person whose session it is. What the phone stores belongs to this person. */
  user_id: z.string(),
  session: z.object({ id: z.string(), title: z.string(), language: z.string() }),
});
export type PairingTokens = z.infer<typeof pairingTokensSchema>;

/** Answer of `POST /api/v1/sessions/` to a phone with such a token: the session that follows that of its pairing ("… (2)"). */
export const phoneSessionSchema = z.object({ id: z.string(), title: z.string(), language: z.string() });
export type PhoneSession = z.infer<typeof phoneSessionSchema>;

/** Answer of `PATCH /api/v1/sessions/{id}` to such a phone, which may write notes and reads none. */
export const phoneNotesSchema = z.object({ notes: z.object({ rev: z.number().int() }) });
export type PhoneNotes = z.infer<typeof phoneNotesSchema>;

/** Body of `POST /api/v1/pairings/{id}/leave`, by which a phone without a sign-in leaves before the desktop has confirmed. */
export const leavePairingSchema = z.strictObject({ claim: z.string().max(100) });

/** Body of `POST /api/v1/pairings/{id}/confirm`: the code that the person has compared. */
export const confirmPairingSchema = z.strictObject({ verification_code: z.string().max(20) });

/**
 * Stages of the recorder on the phone, as the desktop shows them. `off`: its microphone was not switched on yet. `unsent`: the
 * recording has ended, and the server does not have all of it yet.
 */
export const pairingStages = ['off', 'ready', 'recording', 'paused', 'unsent', 'finished', 'failed'] as const;
export type PairingStage = (typeof pairingStages)[number];

/** Largest numbers in the reports of a phone. */
export const pairingReportLimits = {
  /** Reports of one call. */
  reports: 100,
  /** Peaks of one report of the level: those of a minute. */
  peaks: 600,
  /** Pieces of one report of the draft. */
  pieces: 500,
  /** Warnings of one report of the state. */
  warnings: 20,
};

const draftPieceSchema = z.object({ start: secondsSchema, end: secondsSchema, text: z.string().max(2_000) });

/** A report of the phone. A report replaces the earlier one of its kind, unless the kind says otherwise. */
export const pairingReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('state'),
    stage: z.enum(pairingStages),
    /** The session that the phone records now: that of the pairing, or the next one, "… (2)", in which a long recording goes on. */
    session_id: idSchema,
    /** Length of the recording in this session, s. */
    at: secondsSchema,
    /** Error code of the problem that the recorder of the phone shows; null without a problem. */
    problem: z.string().max(100).nullable(),
    /** Codes of the warnings about the sound that the phone shows now. */
    warnings: z.array(z.enum(captureCodes)).max(pairingReportLimits.warnings),
  }),
  z.strictObject({
    kind: z.literal('level'),
    /** Position in the recording at which the last peak ends, s. */
    at: secondsSchema,
    /** Peaks (largest absolute sample, 0 to 1) of each tenth of a second since the last report. The receiver appends them. */
    peaks: z.array(z.number().min(0).max(1)).max(pairingReportLimits.peaks),
    /** Level (RMS) of the last 300 ms, dBFS; null for digital silence. */
    level_dbfs: z.number().min(-200).max(10).nullable(),
  }),
  z.strictObject({
    kind: z.literal('battery'),
    /** From 0 (empty) to 1 (full). */
    charge: z.number().min(0).max(1),
    charging: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('network'),
    /** True while parts reach the server. */
    is_sending: z.boolean(),
    /** True if the device says that it has a network. */
    is_online: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('parts'),
    /** Bytes of the recording on the phone, and those of them that the server has. */
    stored_bytes: z.number().int().nonnegative(),
    sent_bytes: z.number().int().nonnegative(),
  }),
  /** A report of a marker replaces the earlier one with the same id. */
  z.strictObject({ kind: z.literal('marker'), id: idSchema, marker: markerSchema }),
  z.strictObject({
    kind: z.literal('draft'),
    /** Index of a piece of the draft. `pieces` replaces this piece and all that follow it. */
    from: z.number().int().nonnegative().max(100_000),
    pieces: z.array(draftPieceSchema).max(pairingReportLimits.pieces),
  }),
  z.strictObject({
    kind: z.literal('done'),
    command_id: z.uuid(),
    /** Code of the reason why the command was not carried out; null if it was. */
    problem: z.string().max(100).nullable(),
  }),
]);
export type PairingReport = z.infer<typeof pairingReportSchema>;

export const pairingCommands = ['start', 'pause', 'resume', 'mark', 'finish'] as const;
export type PairingCommand = (typeof pairingCommands)[number];

/** Body of `POST /api/v1/pairings/{id}/events`: reports of the phone, or a command of the desktop. */
export const pairingEventsBodySchema = z.union([
  z.strictObject({
    claim: z.string().max(100),
    reports: z.array(pairingReportSchema).min(1).max(pairingReportLimits.reports),
  }),
  /**
   * The id is a UUID that the page makes. The same command sent twice counts once. `pressed_at_ms`: time at which the person gave the
   * command, by the clock of `now_ms`. Without it the age of the command counts from its arrival at the server.
   */
  z.strictObject({ command: z.enum(pairingCommands), id: z.uuid(), pressed_at_ms: z.number().optional() }),
]);

/** Body of `POST /api/v1/pairings/{id}/commands/{commandId}/take`. The phone asks before it carries out a command. */
export const takeCommandSchema = z.strictObject({ claim: z.string().max(100) });

/**
 * Answer: `go` once; `late` if the command is older than `pairingCommandMs`; `taken` if it was taken before. `left_ms`, with `go`: time for
 * which the phone may still carry out the command after this answer, ms.
 */
export const takenCommandSchema = z.object({
  answer: z.enum(['go', 'late', 'taken']),
  left_ms: z.number().optional(),
});
export type TakenCommand = z.infer<typeof takenCommandSchema>;

/** What became of a command: on its way, taken by the phone, carried out, refused by the phone, or too old. */
export const commandOutcomes = ['sent', 'taken', 'done', 'refused', 'late'] as const;

/** An event of `GET /api/v1/pairings/{id}/events`. */
export const pairingEventSchema = z.discriminatedUnion('event', [
  /**
   * The first event of each connection. It is repeated after each change of the pairing. `now_ms`: time of the server by a clock that only
   * runs forward, ms; it is missing in events of an older server.
   */
  z.object({ event: z.literal('pairing'), pairing: pairingSchema, now_ms: z.number().optional() }),
  /**
   * The server cannot go on where this reader stopped: it was restarted, or the reader was away for long. The events that follow tell
   * all that the server knows. The phone reports everything again.
   */
  z.object({ event: z.literal('fresh') }),
  z.object({ event: z.literal('report'), report: pairingReportSchema }),
  z.object({
    event: z.literal('command'),
    id: z.string(),
    command: z.enum(pairingCommands),
    outcome: z.enum(commandOutcomes),
    problem: z.string().nullable(),
  }),
  /**
   * Whether a side is connected: it has a stream open, or has called in the last seconds. `away_ms`: time since its last call; 0 while
   * it is there.
   */
  z.object({
    event: z.literal('presence'),
    side: z.enum(pairingSides),
    is_there: z.boolean(),
    away_ms: z.number(),
  }),
]);
export type PairingEvent = z.infer<typeof pairingEventSchema>;

/**
 * Answer of `GET /api/v1/pairings/{id}/events` with `Accept: application/json`, for networks that hold back a stream: the events
 * after the id in the query `after`. `last_id` goes into the next request.
 */
export const pairingEventsSchema = z.object({ last_id: z.string(), events: z.array(pairingEventSchema) });
export type PairingEvents = z.infer<typeof pairingEventsSchema>;

/** Query of `GET /api/v1/pairings/{id}/events`. A stream takes the header `Last-Event-ID` instead of `after`. */
export const pairingEventsQuerySchema = z.object({
  side: z.enum(pairingSides),
  after: z.string().max(64).optional(),
});
