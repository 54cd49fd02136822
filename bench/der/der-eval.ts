/**
 * Evaluates the diarization error rate of the server's diarizer per file (der-score.ts: collar 0.25 s, overlap
 * counted). It is measured with the server's own speech map, without and with the number of speakers as a hint, and
 * with the reference's speech map, which leaves only confusion of speakers.
 *
 * The conversations are synthetic: those of the fixture, and longer ones by espeak-ng if it is installed, some with
 * voices of the same sex. The recordings with an `.rttm` in `--audio DIR` are added. A recording of one voice must get
 * one speaker; the reference of a reader is the whole file, so its row counts speakers only. A turn is `torn` if
 * another speaker was found in its middle, which is also counted for microphone recordings.
 *
 * The settings in `wasm/diarization` were chosen on these synthetic conversations and on the readers, none on the
 * meetings. The probability of a speaker change within speech was chosen on every second voice and reader, with other
 * conversations; `held out` marks the rest.
 *
 * `--full` adds conversations of 10 minutes, long ones of one to four voices, repetitions of the fixture (the number of
 * speakers must not grow with the length), and the speed on 2:30 h. `--only KIND` measures one kind.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiarizer } from '#api/engines/diarization/open-diarizer.ts';
import type { Turn } from '#api/engines/diarization/diarizer.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import { loadKernel } from '../../tools/kernel.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { goal, round, type Report } from '../report.ts';
import { hearOurs } from '../vad/detectors.ts';
import { unionOf } from '../vad/rttm.ts';
import {
  fixtureCases,
  labelledCases,
  longCases,
  readerCases,
  recordedCases,
  repeatedCases,
  syntheticCases,
  type Case,
  type Kind,
} from './der-cases.ts';
import { countDer, countTorn, derOf, sumDer, type DerCounts } from './der-score.ts';
import { findSynthesizer } from './synthetic-voices.ts';

const collarS = 0.25;
const longS = 9_000;

type Scored = {
  kind: Kind;
  isHeldOut: boolean;
  turns: number;
  torn: number;
  real: number;
  plain: DerCounts;
  hinted: DerCounts;
  found: number;
  foundHinted: number;
};

export async function measure({ audioDir, full, only }: Options): Promise<Report> {
  const { createDetect } = loadKernel();
  const dir = await mkdtemp(join(tmpdir(), 'der-'));
  const diarizer = createDiarizer({ modelsDirs: (process.env['MODELS_DIR'] ?? 'models/store').split(':') });
  const signal = new AbortController().signal;
  const rows: Report['rows'] = [];
  const scored: Scored[] = [];
  const synthesizer = findSynthesizer();
  const pcm = async (samples: Float32Array): Promise<PcmFile> => {
    const path = join(dir, 'sound.pcm');
    await writeFile(path, toPcm(samples));
    return { path, samples: samples.length };
  };

  const score = async ({ kind, name, samples, turns: spoken, isHeldOut }: Case) => {
    const file = await pcm(samples);
    const own = (await hearOurs(samples, createDetect())).regions;
    const given = unionOf(spoken.map(({ span }) => span));
    const tell = async (speech: TimeSpan[], participants: number | null) => {
      const turns = await diarizer.diarize({ pcm: file, speech, participants, signal });
      const found = turns.map(toSpeakerTurn);
      return {
        counts: countDer(spoken, found, collarS),
        speakers: speakersOf(turns),
        torn: countTorn(spoken, found, collarS),
      };
    };
    const real = new Set(spoken.map(({ speaker }) => speaker)).size;
    // If there is one voice, the hint of two speakers is wrong on purpose.
    const hint = Math.max(2, real);
    const [plain, hinted, oracle] = [await tell(own, null), await tell(own, hint), await tell(given, hint)];
    scored.push({
      kind,
      isHeldOut,
      turns: spoken.length,
      torn: plain.torn,
      real,
      plain: plain.counts,
      hinted: hinted.counts,
      found: plain.speakers,
      foundHinted: hinted.speakers,
    });
    const isReader = kind === 'one reader';
    rows.push({
      kind,
      file: name,
      'held out': isHeldOut ? 'yes' : '',
      s: round(samples.length / voiceRate),
      speakers: real,
      found: plain.speakers,
      turns: spoken.length,
      torn: isReader ? '' : plain.torn,
      'DER %': isReader ? '' : round(derOf(plain.counts)),
      [`found, told`]: hinted.speakers,
      'DER %, told': isReader ? '' : round(derOf(hinted.counts)),
      'confusion %': isReader ? '' : round(derOf({ ...hinted.counts, missed: 0, falseAlarm: 0 })),
      'speech given': isReader ? '' : round(derOf(oracle.counts)),
    });
  };

  async function* cases(): AsyncGenerator<Case> {
    yield* fixtureCases();
    if (synthesizer) yield* syntheticCases(full ? [30, 60, 600] : [30, 60], only);
    if ((only ?? 'by microphone') === 'by microphone') yield* recordedCases(synthesizer !== null);
    if (full) {
      if (synthesizer && (only ?? 'long') === 'long') yield* longCases();
      if ((only ?? 'again and again') === 'again and again')
        yield* repeatedCases(fixtureCases(), [2, 5, 20, 60]);
    }
    if (!audioDir) return;
    if ((only ?? 'one reader') === 'one reader' && ensureNativeFfmpeg()) yield* readerCases(audioDir);
    yield* labelledCases(audioDir);
  }
  try {
    for await (const one of cases()) if (only === null || one.kind === only) await score(one);
    const speed = full ? await measureSpeed() : null;
    return report(speed);
  } finally {
    await diarizer.close();
    await rm(dir, { recursive: true, force: true });
  }

  async function measureSpeed() {
    const [one] = [...fixtureCases()];
    const { samples, turns } = one!;
    const copies = Math.ceil((longS * voiceRate) / samples.length);
    const lengthS = samples.length / voiceRate;
    const path = join(dir, 'long.pcm');
    await writeFile(path, '');
    for (let i = 0; i < copies; i++) await writeFile(path, toPcm(samples), { flag: 'a' });
    const speech = Array.from({ length: copies }, (_, i) =>
      turns.map(({ span: [start, end] }): TimeSpan => [start + i * lengthS, end + i * lengthS]),
    ).flat();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
    const startedAt = performance.now();
    const long = { path, samples: copies * samples.length };
    await diarizer.diarize({ pcm: long, speech, participants: 2, signal });
    clearInterval(timer);
    return {
      timesRealTime: (copies * lengthS * 1000) / (performance.now() - startedAt),
      memoryMb: (peak - before) / 1e6,
    };
  }

  function report(speed: { timesRealTime: number; memoryMb: number } | null): Report {
    const of = (...kinds: Kind[]) => scored.filter(({ kind }) => kinds.includes(kind));
    const der = (all: readonly Scored[], key: 'plain' | 'hinted') =>
      all.length === 0 ? null : derOf(sumDer(all.map((one) => one[key])));
    const worst = (all: readonly Scored[], key: 'plain' | 'hinted') =>
      all.length === 0 ? null : Math.max(...all.map((one) => derOf(one[key])));
    const two = of('two voices', 'fixture');
    const single = of('one voice', 'one reader');
    const splits = (key: 'found' | 'foundHinted') =>
      single.length === 0 ? null : single.filter((one) => one[key] > 1).length;
    const long = of('long', 'again and again');
    const wrong = (all: readonly Scored[], key: 'found' | 'foundHinted') =>
      all.length === 0 ? null : all.filter((one) => one[key] !== one.real).length;
    const voices = synthesizer ?? 'no espeak-ng here: the fixture alone';
    const torn = (all: readonly Scored[]) => {
      const sum = (key: 'turns' | 'torn') => all.reduce((total, one) => total + one[key], 0);
      return all.length === 0 ? null : { turns: sum('turns'), torn: sum('torn') };
    };
    const byMicrophone = of('by microphone');
    const tornByMicrophone = torn(byMicrophone);
    return {
      name: 'der',
      rows,
      figures: {
        driver: diarizer.name,
        collarS,
        voices,
        speed,
        twoVoices: { conversations: two.length, der: der(two, 'plain'), told: der(two, 'hinted') },
        twoVoicesWorst: { der: worst(two, 'plain'), told: worst(two, 'hinted') },
        moreVoices: {
          der: der(of('three or four voices'), 'plain'),
          told: der(of('three or four voices'), 'hinted'),
        },
        byMicrophone: { der: der(byMicrophone, 'plain'), told: der(byMicrophone, 'hinted') },
        quickAnswers: { der: der(of('quick answers'), 'plain'), told: der(of('quick answers'), 'hinted') },
        torn: {
          files: torn(of('fixture', 'two voices', 'three or four voices', 'one voice')),
          quickAnswers: torn(of('quick answers')),
          byMicrophone: tornByMicrophone,
          byMicrophoneHeldOut: torn(byMicrophone.filter(({ isHeldOut }) => isHeldOut)),
        },
        long: { recordings: long.length, wrong: wrong(long, 'found'), wrongTold: wrong(long, 'foundHinted') },
        labelled: { der: der(of('labelled'), 'plain'), told: der(of('labelled'), 'hinted') },
        oneVoice: {
          recordings: single.length,
          split: splits('found'),
          splitWhereTwoWereExpected: splits('foundHinted'),
        },
      },
      goals: [
        goal('DER of two-voice conversations, nothing told', der(two, 'plain'), '%', '<=', 25),
        goal('DER of two-voice conversations, two expected', der(two, 'hinted'), '%', '<=', 25),
        goal(
          'turns torn in the middle, by microphone',
          tornByMicrophone && round((100 * tornByMicrophone.torn) / tornByMicrophone.turns),
          '%',
          '<=',
          2,
        ),
        goal(
          'one voice told as several, of all one-voice recordings',
          splits('found'),
          'recordings',
          '<=',
          0,
        ),
        goal(
          'long recordings with another number of speakers found',
          wrong(long, 'found'),
          'recordings',
          '<=',
          0,
        ),
      ],
    };
  }
}

const toSpeakerTurn = ({ start, end, speaker }: Turn) => ({
  speaker: String(speaker),
  span: [start, end] as TimeSpan,
});
const speakersOf = (turns: readonly Turn[]) => new Set(turns.map(({ speaker }) => speaker)).size;
const toPcm = (samples: Float32Array) =>
  Buffer.from(
    Int16Array.from(samples, (s) => Math.max(-32_768, Math.min(32_767, Math.round(s * 32_768)))).buffer,
  );
