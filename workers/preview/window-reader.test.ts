import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { silence } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createPcmSender, createPcmStream, slotFloats, type PcmSink } from '#workers/media/pcm/pcm-stream.ts';
import { sendLater } from '#workers/media/pcm/pcm-sender.ts';
import type { FedWindow } from './preview.contract.ts';
import { createWindowReader } from './window-reader.ts';

const { samples: spoken, sampleRate } = fromWav(
  readFileSync(join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav')),
);
const maxS = 10;
const slotS = slotFloats / sampleRate;
const longS = 300;

/** Sends the conversation again and again, as a decoder does that may be ahead by the slots of the stream only. */
function send(sink: PcmSink, lengthS: number) {
  const sender = createPcmSender(sink);
  const { signal } = new AbortController();
  const progress = { sentS: 0 };
  const sending = (async () => {
    for (let at = 0; progress.sentS < lengthS; at += slotFloats) {
      const from = at % (spoken.length - slotFloats);
      await sendLater(sender, spoken.subarray(from, from + slotFloats), signal);
      progress.sentS += slotS;
    }
    sender.end();
  })();
  return { progress, sending };
}

const readerOf = (isShared: boolean) => {
  const { sink, source } = createPcmStream({ isShared });
  return {
    sink,
    reader: createWindowReader(source, { sampleRate, channels: 1, kernel: loadKernel(), maxS }),
  };
};

it.each([true, false])(
  'The decoder waits while no window is wanted (shared memory: %s)',
  async (isShared) => {
    const { sink, reader } = readerOf(isShared);
    const { progress, sending } = send(sink, longS);
    const first = (await reader.next())!;
    // Without a limit, everything would be sent in this time.
    for (let turn = 0; turn < 3_000; turn++) await setImmediate();
    expect(progress.sentS).toBeLessThan(first.span[1] + 2 * maxS + 10 * slotS);

    const windows: FedWindow[] = [first];
    for (let window = await reader.next(); window; window = await reader.next()) windows.push(window);
    await sending;
    expect(progress.sentS).toBeGreaterThan(longS - slotS);
    expect(windows.at(-1)!.span[1]).toBeGreaterThan(longS - 20);
    expect(windows.at(-1)!.skipped).toEqual([]);
    expect(Math.max(...windows.map(({ waitingS }) => waitingS))).toBeLessThan(2 * maxS + 2 * slotS);
    for (const [index, { span }] of windows.entries())
      expect(span[0]).toBeGreaterThan((windows[index - 1]?.span[1] ?? 0) - 1e-6);
  },
  60_000,
);

it('Sound without speech is read to its end, however long it is', async () => {
  const { sink, reader } = readerOf(true);
  const sender = createPcmSender(sink);
  const next = reader.next();
  const { signal } = new AbortController();
  for (let sentS = 0; sentS < 300; sentS += slotS)
    await sendLater(sender, silence(slotS, sampleRate), signal);
  sender.end();
  expect(await next).toBeNull();
});
