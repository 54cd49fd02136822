/** Runs measurements: `npm run bench -- NAME [--full]` and `npm run eval -- NAME [--audio DIR]`. */
import { parseArgs } from 'node:util';
import { ensureModules } from '../tools/kernel.ts';
import { print, type Report } from './report.ts';

export type Options = { full: boolean; audioDir: string | null; only: string | null };

type Measurement = () => Promise<{ measure(options: Options): Promise<Report> }>;

const measurements: Record<string, Record<string, { sentence: string; load: Measurement }>> = {
  bench: {
    browsers: {
      sentence: 'from a file of 20 minutes to its mp3 in Firefox and WebKit, beside Chromium (--only m4a)',
      load: () => import('./browsers.ts'),
    },
    capture: {
      sentence: 'a recording of 2:30 h: memory, and the time from Stop to the answer (--only quick: 15 min)',
      load: () => import('./capture/capture.ts'),
    },
    decode: {
      sentence: 'decoding on the device, each way, beside native ffmpeg',
      load: () => import('./decode/decode.ts'),
    },
    editor: {
      sentence: 'the transcript of 2:30 h under the hands of a person, beside a naive contenteditable',
      load: () => import('./editor/editor.ts'),
    },
    encode: {
      sentence: 'analysis and mp3 on the device, beside native ffmpeg',
      load: () => import('./encode.ts'),
    },
    extract: {
      sentence: 'summary and minutes of 2:30 h without a language model, beside a dense TextRank',
      load: () => import('./extract/extract.ts'),
    },
    'first-minute': {
      sentence: 'presses and seconds to a running recording, and from a file to its transcript (--only peer)',
      load: () => import('./first-minute/first-minute.ts'),
    },
    library: {
      sentence: '100,000 sessions: list, filter and full text (--only N: so many sessions)',
      load: () => import('./library/library.ts'),
    },
    export: {
      sentence:
        'reports of 2:30 h in each format, beside LibreOffice; answers of the server meanwhile (--only files)',
      load: () => import('./export/export.ts'),
    },
    load: {
      sentence:
        'each screen on a slow link, with empty and full cache, beside a bare React page (--only library | … | script)',
      load: () => import('./load/load.ts'),
    },
    pairing: {
      sentence:
        '200 phones that tell their level: latency until the desktop has it, memory (--only N: so many)',
      load: () => import('./pairing.ts'),
    },
    preview: {
      sentence:
        'a draft on the device: speed beside bare sessions and transformers.js, time to the first words (--only draft | gpu | speed | whisper-tiny)',
      load: () => import('./preview/preview.ts'),
    },
    queue: {
      sentence: 'what a poll costs while 10,000 jobs wait, beside looking at all that is left',
      load: () => import('./queue/queue.ts'),
    },
    seek: {
      sentence:
        'whether the asked moment plays in Chromium, for each kind of file (--full: 2:30 h, --only mp3)',
      load: () => import('./seek/seek.ts'),
    },
    transcribe: {
      sentence:
        'the embedded engine beside bare sessions; memory and answers of the server (--only speed | memory | answers)',
      load: () => import('./transcribe/transcribe.ts'),
    },
    upload: {
      sentence: '150 MB over links that break, beside Uppy and plain fetch',
      load: () => import('./upload/upload.ts'),
    },
    vad: { sentence: 'speed of voice activity and resampling', load: () => import('./vad/vad-speed.ts') },
  },
  eval: {
    der: {
      sentence: 'who spoke when: diarization error rate (--full: long conversations, 2:30 h)',
      load: () => import('./der/der-eval.ts'),
    },
    capture: {
      sentence: 'warnings while recording: told in time, never falsely, without flapping',
      load: () => import('./capture-warnings/capture-eval.ts'),
    },
    quality: {
      sentence: 'measures and verdict on computed faults',
      load: () => import('./quality/quality-eval.ts'),
    },
    summary: {
      sentence:
        'key sentences, decisions, tasks and dates beside hand-marked ones; also of LLM_URL (--only dev)',
      load: () => import('./summary/summary-eval.ts'),
    },
    vad: { sentence: 'voice activity, frame by frame', load: () => import('./vad/vad-eval.ts') },
    wer: {
      sentence: 'word error rate and invented words of the configured engine (--only de,fr | late)',
      load: () => import('./wer/wer-eval.ts'),
    },
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    audio: { type: 'string' },
    only: { type: 'string' },
  },
});
const [kind = 'bench', name = ''] = positionals;
const measurement = measurements[kind]?.[name];
if (measurement) {
  // The measured server loads the built kernel.
  ensureModules();
  const { measure } = await measurement.load();
  const audioDir = values.audio ?? process.env['AUDIO_DIR'] ?? null;
  const report = await measure({ full: values.full, audioDir, only: values.only ?? null });
  print(report);
  process.exit(report.isFailed ? 1 : 0);
}
console.error(`There is no "${name}". There is:`);
for (const [known, { sentence }] of Object.entries(measurements[kind] ?? {}))
  console.error(`  ${known}  ${sentence}`);
process.exit(2);
