import { maxPacketBytes, type SampleTable } from '#wasm/mp4/sample-table.ts';
import { bytesOf, piecesOf } from '#workers/media/container/blob-pieces.ts';

/** Largest gap between chunks, bytes, that is read too. A larger one (video) is skipped. */
const maxGapBytes = 1 << 20;
/** Largest run of chunks, bytes, that is read as one slice, because starting a stream is expensive. */
const sliceBytes = 1 << 20;

/** Chunks that are read in one slice. */
type Run = { firstSample: number; endSample: number; from: number; to: number; chunk: number };

function* runsOf({ sizes, chunksAt, firstSamples }: SampleTable, samples: number): Generator<Run> {
  let run: Run | null = null;
  for (let chunk = 0; chunk < chunksAt.length && firstSamples[chunk]! < samples; chunk++) {
    const from = chunksAt[chunk]!;
    const firstSample = firstSamples[chunk]!;
    const endSample = Math.min(samples, firstSamples[chunk + 1]!);
    let to = from;
    for (let sample = firstSample; sample < endSample; sample++) to += sizes[sample]!;
    const gap: number = run ? from - run.to : Infinity;
    if (run && gap >= 0 && gap <= maxGapBytes) {
      run.to = to;
      run.endSample = endSample;
      continue;
    }
    if (run) yield run;
    run = { firstSample, endSample, from, to, chunk };
  }
  if (run) yield run;
}

async function* octetsOf(file: Blob, { from, to }: Run): AsyncGenerator<Uint8Array, void, undefined> {
  if (to - from > sliceBytes) yield* piecesOf(file.slice(from, to));
  else yield await bytesOf(file.slice(from, to));
}

/**
 * Yields the first `samples` packets of a track, grouped as they are read; fewer if the file ends. A packet is valid until
 * the next one is requested.
 */
export async function* packetsOf(
  file: Blob,
  table: SampleTable,
  samples: number,
): AsyncGenerator<Iterable<Uint8Array>, void, undefined> {
  const { sizes, chunksAt, firstSamples } = table;
  const held = new Uint8Array(maxPacketBytes);
  let heldBytes = 0;
  let chunk = 0;
  let sample = 0;
  let sampleAt = 0;

  /** Yields the packets that end within `piece`, which starts at byte `at`; keeps the start of an incomplete one. */
  function* within(piece: Uint8Array, at: number, end: number): Generator<Uint8Array> {
    while (sample < end) {
      const size = sizes[sample]!;
      const from = sampleAt + heldBytes - at;
      const to = sampleAt + size - at;
      if (to > piece.length) {
        if (from < piece.length) {
          held.set(piece.subarray(from), heldBytes);
          heldBytes += piece.length - from;
        }
        return;
      }
      if (heldBytes > 0) held.set(piece.subarray(from, to), heldBytes);
      yield heldBytes > 0 ? held.subarray(0, size) : piece.subarray(from, to);
      heldBytes = 0;
      sampleAt += size;
      sample++;
      if (sample === firstSamples[chunk + 1]) sampleAt = chunksAt[++chunk] ?? Infinity;
    }
  }

  for (const run of runsOf(table, samples)) {
    ({ chunk, firstSample: sample, from: sampleAt } = run);
    heldBytes = 0;
    let at = run.from;
    for await (const piece of octetsOf(file, run)) {
      yield within(piece, at, run.endSample);
      at += piece.length;
    }
    if (sample < run.endSample) return;
  }
}
