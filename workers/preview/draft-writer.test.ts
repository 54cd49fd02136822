import { expect, it } from 'vitest';
import type { FedWindow, TranscribedSegment } from './preview.contract.ts';
import { createDraftWriter, type DraftProgress, type WindowSource } from './draft-writer.client.ts';

const window = (startS: number, endS: number, isFinal: boolean): FedWindow => ({
  span: [startS, endS],
  samples: new Int16Array(4),
  speech: [[startS, endS]],
  isFinal,
  waitingS: 1,
  skipped: [],
});
const said = (startS: number, text: string): TranscribedSegment[] => [
  {
    start: startS,
    end: startS + 1,
    text,
    words: text.split(' ').map((word) => ({ text: word, start: startS, end: startS + 1, confidence: 1 })),
    doubt: null,
  },
];

function sourceOf(windows: FedWindow[]): WindowSource {
  return { next: async () => windows.shift() ?? null, [Symbol.dispose]() {} };
}
const never = new AbortController().signal;

it('A draft grows window by window; words that two hearings agree on are firm', async () => {
  const heard = [
    said(0, 'Guten Tag'),
    said(0, 'Guten Tag Frau'),
    said(0, 'Guten Tag, Frau Weber.'),
    said(5, 'Ja.'),
  ];
  const progress: DraftProgress[] = [];
  const writer = createDraftWriter({
    preview: { transcribe: async () => heard.shift()! },
    source: sourceOf([window(0, 2, false), window(0, 3, false), window(0, 4, true), window(5, 6, true)]),
    language: 'de',
    onProgress: (one) => progress.push(one),
  });
  await writer.write(never);
  expect(progress.map(({ text }) => text.firm.map((word) => word.text).join(' '))).toEqual([
    '',
    'Guten Tag',
    '',
    '',
  ]);
  expect(progress.at(-1)!.text.segments.map(({ text }) => text)).toEqual(['Guten Tag, Frau Weber.', 'Ja.']);
  expect(progress.at(-1)).toMatchObject({ writtenUpToS: 6, waitingS: 1 });
});

it('A window that failed is transcribed when the draft goes on', async () => {
  const texts: string[] = [];
  const sizes: number[] = [];
  let isBroken = true;
  const writer = createDraftWriter({
    preview: {
      async transcribe({ samples, startS }) {
        sizes.push(samples.length);
        // As a transfer does.
        samples.buffer.transfer(0);
        if (isBroken) throw new Error('broken');
        return said(startS, `at ${startS}`);
      },
    },
    source: sourceOf([window(0, 2, true), window(3, 4, true)]),
    language: 'de',
    onProgress: ({ text }) => texts.push(text.segments.at(-1)!.text),
  });
  await expect(writer.write(never)).rejects.toThrow('broken');
  isBroken = false;
  await writer.write(never);
  expect(texts).toEqual(['at 0', 'at 3']);
  expect(sizes).toEqual([4, 4, 4]);
});

it('Stopping ends the wait for a window and rejects with the reason', async () => {
  const stop = new AbortController();
  const source: WindowSource = {
    next: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    [Symbol.dispose]() {},
  };
  const writer = createDraftWriter({
    preview: { transcribe: async () => [] },
    source,
    language: 'de',
    onProgress() {},
  });
  const writing = writer.write(stop.signal);
  stop.abort(new Error('enough'));
  await expect(writing).rejects.toThrow('enough');
});

it('A window whose transcription was stopped is transcribed again when the draft goes on', async () => {
  const stop = new AbortController();
  const texts: string[] = [];
  const writer = createDraftWriter({
    preview: {
      async transcribe({ startS }) {
        if (texts.length === 0) stop.abort(new Error('enough'));
        return said(startS, `at ${startS}`);
      },
    },
    source: sourceOf([window(0, 2, true), window(3, 4, true)]),
    language: 'de',
    onProgress: ({ text }) => texts.push(text.segments.at(-1)!.text),
  });
  await expect(writer.write(stop.signal)).rejects.toThrow('enough');
  expect(texts).toEqual([]);
  await writer.write(never);
  expect(texts).toEqual(['at 0', 'at 3']);
});
