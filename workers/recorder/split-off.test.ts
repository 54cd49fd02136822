import { expect, it } from 'vitest';
import { frameBytes } from '#wasm/mp3/format.ts';
import { createDigest } from '#workers/digest.ts';
import { createMemoryStore } from '#workers/store/memory-store.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { createRecordingStore } from './recording-store.ts';
import { splitOff } from './split-off.ts';

it('The recording of the rest takes the dictated text and the draft beyond the adopted upload, in its own times', async () => {
  const store = createMemoryStore();
  const recordings = createRecordingStore(store);
  const said = [
    { start: 1, end: 2, text: 'Darin.' },
    { start: 5, end: 6, text: 'Dahinter.' },
  ];
  const record = sampleRecord({
    pairingId: 'p1',
    dictated: said,
    draft: { engine: 'preview', model: 'tiny', language: 'de', segments: said },
  });
  const { file } = await recordings.create(record);
  const adoptedBytes = 40 * frameBytes(record.settings);
  await file.append(new Uint8Array(100 * frameBytes(record.settings)));
  const digest = await createDigest();
  digest.init();
  digest.update(new Uint8Array(adoptedBytes));
  const adopted = { session_id: 's', bytes: adoptedBytes, duration: 4, sha256: digest.digest() };
  const uploads = { begin() {}, readAudio: () => Promise.reject(new Error('not read')) };
  const split = await splitOff(record.id, adopted, { recordings, uploads, store, newId: () => 'rest' });
  const rest = split.is === 'rest' ? split.record : null;
  const beyond = [{ start: 1, end: 2, text: 'Dahinter.' }];
  expect(rest).toMatchObject({
    id: 'rest',
    pairingId: 'p1',
    dictated: beyond,
    draft: { model: 'tiny', segments: beyond },
  });
});
