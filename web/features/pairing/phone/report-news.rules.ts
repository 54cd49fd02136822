import { limits } from '#api/contract/limits.ts';
import { pairingReportLimits, type PairingReport } from '#api/contract/pairing.ts';
import { isNextRecording } from '#api/shared/next-recording.ts';
import type { PhoneFacts, Piece } from './phone-facts.ts';

type ReportOf<K extends PairingReport['kind']> = Extract<PairingReport, { kind: K }>;

/** What the server knows already. */
export type Told = {
  state: ReportOf<'state'> | null;
  /** Number of tenths of a second whose peaks were sent. */
  tenths: number;
  levelDbfs: number | null | undefined;
  battery: ReportOf<'battery'> | null;
  network: ReportOf<'network'> | null;
  parts: ReportOf<'parts'> | null;
  markerIds: ReadonlySet<string>;
  /** Null if the server may still have the draft of an earlier recording. */
  draft: readonly Piece[] | null;
  /** Times of the last report of each kind that comes seldom, ms. */
  atMs: { state: number; parts: number; draft: number; slow: number };
};

export const nothingTold: Told = {
  state: null,
  tenths: 0,
  levelDbfs: undefined,
  battery: null,
  network: null,
  parts: null,
  markerIds: new Set(),
  draft: null,
  atMs: { state: -Infinity, parts: -Infinity, draft: -Infinity, slow: -Infinity },
};

export type ReportPace = {
  /** Shortest time between two reports of the position, of the parts, and of the draft, ms. */
  positionMs: number;
  partsMs: number;
  draftMs: number;
  /** The same for all of them while the desktop is away, ms. */
  awayMs: number;
};

type Moment = { nowMs: number; isDesktopThere: boolean; pace: ReportPace };

/** Most letters of a draft in one report, so that a request stays below what the server takes. */
const mostLetters = 50_000;

/**
 * Returns what the server does not know yet, and what it knows after that. While the desktop is away, the level, the battery and
 * the network are left out, and the rest is told seldom, except that the recording begins, stops or fails.
 */
export function newsOf(
  facts: PhoneFacts,
  before: Told,
  { nowMs, isDesktopThere, pace }: Moment,
): { reports: PairingReport[]; told: Told } {
  if (facts.sessionId === null) return { reports: [], told: before };
  const state = stateOf(facts, facts.sessionId);
  const former = ofRecording(before, state);
  const told = { ...former, atMs: { ...former.atMs } };
  const reports: PairingReport[] = [];
  const isSlowDue = isDesktopThere || nowMs - former.atMs.slow >= pace.awayMs;
  const isDue = (kind: 'state' | 'parts' | 'draft', everyMs: number) =>
    isSlowDue && nowMs - former.atMs[kind] >= everyMs;

  if (
    isOtherState(state, former.state) ||
    (state.at !== former.state?.at && isDue('state', pace.positionMs))
  ) {
    reports.push((told.state = state));
    told.atMs.state = nowMs;
  }
  // Of a left recording only the state is reported. The server keeps its peaks, markers and draft until a person goes on with it.
  if (facts.isLeft) return { reports, told };
  if (isDesktopThere) {
    const level = levelOf(facts, former);
    if (level) {
      reports.push(level);
      told.tenths = tenthsOf(facts.peaks);
      told.levelDbfs = facts.levelDbfs;
    }
    const { battery, isSending: is_sending, isOnline: is_online } = facts;
    if (battery && !isSame(battery, former.battery))
      reports.push((told.battery = { kind: 'battery', ...battery }));
    const network = { is_sending, is_online };
    if (!isSame(network, former.network)) reports.push((told.network = { kind: 'network', ...network }));
  }
  const parts = { stored_bytes: facts.storedBytes, sent_bytes: facts.sentBytes };
  if (!isSame(parts, former.parts) && isDue('parts', pace.partsMs)) {
    reports.push((told.parts = { kind: 'parts', ...parts }));
    told.atMs.parts = nowMs;
  }
  if (isSlowDue) {
    const markers = markersOf(facts, former.markerIds);
    reports.push(...markers);
    told.markerIds = new Set([...former.markerIds, ...markers.map(({ id }) => id)]);
  }
  if (facts.draft !== former.draft && isDue('draft', pace.draftMs)) {
    const draft = draftOf(facts.draft, former.draft);
    reports.push(...draft);
    told.draft = facts.draft;
    if (draft.length > 0) told.atMs.draft = nowMs;
  }
  if (!isDesktopThere && isSlowDue && reports.length > 0) told.atMs.slow = nowMs;
  return { reports, told };
}

/** True if all properties of `now` have the same values in `then`. */
function isSame(now: object, then: object | null): boolean {
  if (then === null) return false;
  const values: Record<string, unknown> = { ...then };
  return Object.entries(now).every(([name, value]) => values[name] === value);
}

/** Resets what was told of the former recording when the next one begins, because its positions begin at 0. */
function ofRecording(told: Told, state: ReportOf<'state'>): Told {
  if (!told.state || !isNextRecording(told.state, state)) return told;
  const { tenths, markerIds, draft } = nothingTold;
  return { ...told, tenths, markerIds, draft };
}

function stateOf({ stage, atS, problem, warnings }: PhoneFacts, session_id: string): ReportOf<'state'> {
  const at = Math.max(0, Math.round(atS * 10) / 10);
  return {
    kind: 'state',
    stage,
    session_id,
    at,
    problem,
    warnings: warnings.slice(0, pairingReportLimits.warnings),
  };
}

/** True if something other than the position has changed. */
const isOtherState = (now: ReportOf<'state'>, then: ReportOf<'state'> | null): boolean =>
  then === null ||
  now.stage !== then.stage ||
  now.session_id !== then.session_id ||
  now.problem !== then.problem ||
  now.warnings.join() !== then.warnings.join();

/** Octets of a tenth of a second: pairs of lowest and highest sample. */
const tenthOctets = (2 * limits.peaksRate) / 10;
const tenthsOf = (peaks: Int8Array): number => Math.floor(peaks.length / tenthOctets);

function levelOf(
  { peaks, peaksFromS, levelDbfs }: PhoneFacts,
  former: Pick<Told, 'tenths' | 'levelDbfs'>,
): ReportOf<'level'> | null {
  const end = tenthsOf(peaks);
  // A recording that is discarded begins anew.
  const told = former.tenths > end ? 0 : former.tenths;
  // Peaks before `peaksFromS` are unknown here. They are left out, because they would be shown as silence.
  const known = Math.min(end, Math.max(told, Math.ceil(peaksFromS * 10)));
  if (end === known && (levelDbfs === undefined || levelDbfs === former.levelDbfs)) return null;
  const from = Math.max(known, end - pairingReportLimits.peaks);
  const tenths = Array.from({ length: end - from }, (_, at) =>
    largest(peaks.subarray((from + at) * tenthOctets, (from + at + 1) * tenthOctets)),
  );
  return { kind: 'level', at: end / 10, peaks: tenths, level_dbfs: levelDbfs ?? null };
}

const largest = (octets: Int8Array): number =>
  Math.min(
    1,
    Math.round((octets.reduce((most, octet) => Math.max(most, Math.abs(octet)), 0) / 127) * 100) / 100,
  );

function markersOf({ markers, part }: PhoneFacts, known: ReadonlySet<string>): ReportOf<'marker'>[] {
  const times = new Map<string, number>();
  return markers.flatMap(({ at, kind, code = '', text = '' }): ReportOf<'marker'>[] => {
    // The id is made from the contents of the marker, so that it is the same after a reload. It has at most 64 characters: 56 of
    // the name, and 8 for the number.
    const name = `${part}.${kind}.${Math.round(at * 1000)}.${code}`.slice(0, 56);
    const count = times.get(name) ?? 0;
    times.set(name, count + 1);
    const id = count === 0 ? name : `${name}.${count}`;
    return known.has(id) ? [] : [{ kind: 'marker', id, marker: { at, kind, code, text } }];
  });
}

/**
 * Returns the reports that turn the draft `then` into `now`. A draft grows at its end, where its last pieces may still change. If
 * nobody knows what the server has, `now` replaces it, even by nothing.
 */
function draftOf(now: readonly Piece[], then: readonly Piece[] | null): ReportOf<'draft'>[] {
  const differs = now.findIndex((piece, at) => !isSame(piece, then?.[at] ?? null));
  const from = differs === -1 ? now.length : differs;
  if (from === now.length && then?.length === now.length) return [];
  const reports: ReportOf<'draft'>[] = [];
  for (let at = from; at === from || at < now.length;) {
    const pieces = fitting(now, at);
    reports.push({ kind: 'draft', from: at, pieces });
    at += Math.max(1, pieces.length);
  }
  return reports;
}

/** Returns the pieces from `from` on that fit into one report, at least one if there is one. */
function fitting(draft: readonly Piece[], from: number): Piece[] {
  let letters = 0;
  const rest = draft.slice(from, from + pairingReportLimits.pieces);
  const end = rest.findIndex(({ text }, at) => (letters += text.length) > mostLetters && at > 0);
  return end === -1 ? rest : rest.slice(0, end);
}

/** Divides reports into requests. A request holds one report of a draft at most, because that may be long. */
export function batchesOf(reports: readonly PairingReport[]): PairingReport[][] {
  const batches: PairingReport[][] = [];
  let hasDraft = true;
  for (const report of reports) {
    const last = batches.at(-1);
    const isDraft = report.kind === 'draft';
    if (!last || last.length >= pairingReportLimits.reports || (isDraft && hasDraft)) {
      batches.push([report]);
      hasDraft = isDraft;
    } else {
      last.push(report);
      hasDraft ||= isDraft;
    }
  }
  return batches;
}
