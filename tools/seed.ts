/** Creates sample sessions, which are processed as the page does it: analysed, encoded, uploaded, transcribed. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { creationKeyHeader, type SessionDraft } from '#api/contract/session.ts';
import { decodeToPcm, encodeMp3 } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { createTestBrowser, type SignUpForm } from '#api/testing/test-browser.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import { createReferenceKernel } from '#wasm/reference/reference-kernel.ts';
import { createOnnxSilero } from '#wasm/reference/onnx-silero.ts';

const root = join(import.meta.dirname, '..');
const sileroPath = join(root, 'node_modules/@ricky0123/vad-web/dist/silero_vad_v5.onnx');

export type Sample = {
  audio: string;
  session: Partial<SessionDraft> & Pick<SessionDraft, 'title' | 'language'>;
};

async function analyse(pcmPath: string) {
  const session = await InferenceSession.create(sileroPath);
  const detect = createOnnxSilero({ session, createTensor: tensorOf });
  const analysis = createAnalysis({
    sampleRate: pcmSampleRate,
    channels: 1,
    kernel: createReferenceKernel(() => detect),
  });
  const pcm = await readFile(pcmPath);
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2);
  const blockSamples = 1 << 16;
  for (let at = 0; at < samples.length; at += blockSamples) {
    await analysis.push(
      Float32Array.from(samples.subarray(at, at + blockSamples), (value) => value / 32_768),
    );
  }
  const numbers = await analysis.finish();
  await session.release();
  return numbers;
}

const tensorOf = (data: Float32Array | BigInt64Array, shape: number[]): Tensor =>
  data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape);

const base64 = (text: string) => Buffer.from(text).toString('base64');

export async function seed(url: string, person: SignUpForm, samples: readonly Sample[]): Promise<void> {
  const { access_token: token } = await createTestBrowser(url).register(person);
  const call = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-seed-'));
  try {
    for (const sample of samples) await bringIn(sample, folder, call);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Call = (path: string, init: RequestInit & { headers?: Record<string, string> }) => Promise<Response>;

async function bringIn({ audio, session }: Sample, folder: string, call: Call): Promise<void> {
  const [mp3Path, pcmPath] = [join(folder, 'audio.mp3'), join(folder, 'audio.pcm')];
  await encodeMp3({ input: audio, output: mp3Path });
  const { samples } = await decodeToPcm({ input: audio, output: pcmPath, maxS: 9_000 });
  const { peaks, speech, verdict } = await analyse(pcmPath);
  const created = await call('/api/v1/sessions/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [creationKeyHeader]: randomUUID() },
    body: JSON.stringify({ session }),
  });
  const { id } = (await created.json()) as { id: string };
  const mp3 = await readFile(mp3Path);
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = { session_id: id, file_name: 'audio.mp3', file_type: 'audio/mpeg' };
  const upload = await call('/api/v1/uploads', {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(mp3.length),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  });
  await call(upload.headers.get('location') ?? '', {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: mp3,
  });
  const recording: RecordingMetadataInput = {
    duration: samples / pcmSampleRate,
    parts: 1,
    sha256: createHash('sha256').update(mp3).digest('hex'),
    speech,
    verdict,
  };
  const form = new FormData();
  form.set('metadata', JSON.stringify(recording));
  form.set('peaks', new Blob([peaks]), 'peaks');
  await call(`/api/v1/sessions/${id}/recording-complete`, { method: 'POST', body: form });
}
