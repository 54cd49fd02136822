import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createBareWindow } from './bare-window.ts';
import { shapes } from './whisper-shape.ts';

/** Setup of the process. Each request is the number of windows to process. */
export type BareSetup = { dir: string; id: keyof typeof shapes; threads: number; tokensPerWindow: number };
export type BareReply = { tookMs: number };

process.on('disconnect', () => process.exit(0));
const { dir, id, threads, tokensPerWindow } = JSON.parse(process.argv[2] ?? '{}') as BareSetup;
const open = (name: string) =>
  InferenceSession.create(join(dir, 'onnx', `${name}_quantized.onnx`), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
const [encoder, decoder] = await Promise.all([open('encoder_model'), open('decoder_model_merged')]);
const window = createBareWindow({ Tensor, encoder, decoder, shape: shapes[id], tokensPerWindow });

process.on('message', async (windows: number) => {
  const startedAt = performance.now();
  for (let index = 0; index < windows; index++) await window();
  process.send?.({ tookMs: performance.now() - startedAt } satisfies BareReply);
});
process.send?.({ tookMs: 0 } satisfies BareReply);
