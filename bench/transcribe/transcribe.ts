/**
 * Measures three things. First, the embedded engine against bare onnxruntime sessions with the same steps, with models
 * of the shape of whisper-tiny and -base (random weights, since speed depends on the shape; shape-model.ts). Second,
 * the memory of the real server for a long and a short recording. Third, its response times during transcription. The
 * second and third use the fixture's model. All multiplications are dynamically quantised; if a published export keeps
 * a matrix in floating point, its sessions are slower and our overhead is relatively smaller. `--only speed | memory |
 * answers`; `--only memory` takes some minutes.
 */
import type { Options } from '../main.ts';
import { goal, type Report } from '../report.ts';
import { measureAnswers } from './answers.ts';
import { measureMemory } from './memory-of-length.ts';
import { measureSpeed } from './speed.ts';

const longMin = 149.5;

export async function measure({ only }: Options): Promise<Report> {
  const wants = (part: string) => only === null || only === part;
  const speed = wants('speed') ? await measureSpeed() : null;
  const memory = wants('memory') ? await measureMemory(longMin) : null;
  const answers = wants('answers') ? await measureAnswers() : null;
  const worst = speed && Math.max(...speed.speeds.map(({ overheadPercent }) => overheadPercent));
  return {
    name: 'transcribe',
    rows: speed?.rows ?? [],
    more: [speed?.sizes ?? [], memory?.rows ?? [], answers?.rows ?? []],
    figures: { speed: speed?.speeds ?? null, memory: memory?.rows ?? null, answers: answers?.rows ?? null },
    goals: [
      goal('most of our pipeline over the bare sessions', worst, '%', '<=', 10),
      goal('peak of 2:30 h over that of 5 min', memory?.growthMb ?? null, 'MB', '<=', 150),
      goal('99th percentile of answers while two are transcribed', answers?.p99Ms ?? null, 'ms', '<=', 100),
    ],
  };
}
