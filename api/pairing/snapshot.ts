import { pairingReportLimits, type PairingReport } from '#api/contract/pairing.ts';

type Of<K extends PairingReport['kind']> = Extract<PairingReport, { kind: K }>;
type Piece = Of<'draft'>['pieces'][number];

/** Characters of the draft and number of markers that are kept at most, so that a phone cannot fill the memory. The oldest go first. */
export const snapshotLimits = { draftChars: 500_000, markers: 1_000 };
/** What a piece costs beside its text, in characters, so that empty pieces count too. */
const pieceChars = 50;

/** The last reports of the phone about its present recording, without the level. */
export function createSnapshot() {
  let state: Of<'state'> | null = null;
  const newest = new Map<PairingReport['kind'], PairingReport>();
  const markers = new Map<string, Of<'marker'>>();
  let pieces: Piece[] = [];
  /** Index in the draft of the first piece that is kept. */
  let from = 0;
  let chars = 0;
  const weightOf = ({ text }: Piece): number => text.length + pieceChars;
  const charsOf = (some: readonly Piece[]): number => some.reduce((sum, piece) => sum + weightOf(piece), 0);

  const takeDraft = (report: Of<'draft'>): void => {
    const kept = report.from - from;
    // Pieces between the kept ones and the new ones are missing, or the kept ones come later. Then only the new ones are kept.
    const isApart = kept < 0 || kept > pieces.length;
    pieces = isApart ? [...report.pieces] : [...pieces.slice(0, kept), ...report.pieces];
    if (isApart) from = report.from;
    chars = charsOf(pieces);
    let dropped = 0;
    while (chars > snapshotLimits.draftChars) chars -= weightOf(pieces[dropped++]!);
    pieces = pieces.slice(dropped);
    from += dropped;
  };
  const takeMarker = (report: Of<'marker'>): void => {
    markers.set(report.id, report);
    // A Map keeps its order of insertion, so the first key is the oldest one.
    if (markers.size > snapshotLimits.markers) markers.delete(markers.keys().next().value!);
  };

  return {
    take(report: PairingReport): void {
      if (report.kind === 'draft') takeDraft(report);
      else if (report.kind === 'marker') takeMarker(report);
      else if (report.kind === 'state') state = report;
      else if (report.kind !== 'level' && report.kind !== 'done') newest.set(report.kind, report);
    },

    state: () => state,

    /** Forgets what belongs to a recording, because the phone begins the next one. */
    begin(): void {
      newest.delete('parts');
      markers.clear();
      pieces = [];
      [from, chars] = [0, 0];
    },

    /** Returns the reports from which a new reader builds its picture. The state comes first, because it names the recording. */
    reports(): PairingReport[] {
      const drafts: Of<'draft'>[] = [];
      const most = pairingReportLimits.pieces;
      for (let at = 0; at < pieces.length; at += most)
        drafts.push({ kind: 'draft', from: from + at, pieces: pieces.slice(at, at + most) });
      return [...(state ? [state] : []), ...newest.values(), ...markers.values(), ...drafts];
    },
  };
}
