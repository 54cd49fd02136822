import { limits } from '#api/contract/limits.ts';
import type { MonitorEvent } from '#workers/monitor/monitor.contract.ts';

type Span = [start: number, end: number];
/** Waveform and speech regions of a recording. Before the position `fromS`, s, the waveform is unknown and holds silence. */
export type Picture = { peaks: Int8Array; speech: readonly Span[]; fromS: number };
type Grown = Pick<Extract<MonitorEvent, { type: 'picture' }>, 'peaks' | 'speech' | 'speechFrom'>;

/**
 * Creates the growing waveform of a recording from `offsetS`, s, on. Before `offsetS` it shows `former`, if there is one.
 * Its memory grows by 40 bytes per second, and by the speech regions.
 */
export function createLiveWaveform(offsetS: number, former: Picture | null = null) {
  const before = Math.round(offsetS * limits.peaksRate) * 2;
  const known = former?.speech.filter(([start]) => start < offsetS) ?? [];
  const fromS = former && former.peaks.length > 0 ? former.fromS : offsetS;
  let octets = new Int8Array(Math.max(2 * before, 2400));
  if (former) octets.set(former.peaks.subarray(0, before));
  let length = before;
  let speech: Span[] = known.map(([start, end]) => [start, Math.min(end, offsetS)]);
  return {
    add({ peaks, speech: regions, speechFrom }: Grown): void {
      if (length + peaks.length > octets.length) {
        const larger = new Int8Array(Math.max(2 * octets.length, length + peaks.length));
        larger.set(octets.subarray(0, length));
        octets = larger;
      }
      octets.set(peaks, length);
      length += peaks.length;
      speech = speech.slice(0, known.length + speechFrom);
      for (const [start, end] of regions) speech.push([start + offsetS, end + offsetS]);
    },
    /** Returns a snapshot, which later audio does not change. */
    view: (): Picture => ({ peaks: octets.subarray(0, length), speech, fromS }),
  };
}
export type LiveWaveform = ReturnType<typeof createLiveWaveform>;
