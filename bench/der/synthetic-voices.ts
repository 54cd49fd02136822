/** Sentences that espeak-ng speaks in various voices. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { voiceRate } from '#wasm/speech/detect.ts';

/** Returns the version of espeak-ng, or null if it is not installed. */
export function findSynthesizer(): string | null {
  const { status, stdout } = spawnSync('espeak-ng', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n')[0]! : null;
}

/**
 * Returns speech at 16 kHz without silence at its start and end. `voice` is for example `de+m3`, `speed` is in words
 * per minute, `pitch` is 0 to 99.
 */
export function synthesize(voice: string, text: string, { speed = 165, pitch = 50 } = {}): Float32Array {
  const args = ['-v', voice, '-s', String(speed), '-p', String(pitch), '--stdout', text];
  const bytes = execFileSync('espeak-ng', args, { maxBuffer: 2 ** 26 });
  const { samples, sampleRate } = fromWav(bytes);
  const resampler = createMonoResampler({ sampleRate, channels: 1, targetRate: voiceRate });
  const parts = [resampler.push(samples), resampler.finish()];
  const all = Float32Array.from(parts.flatMap((part) => [...part]));
  const isHeard = (sample: number) => Math.abs(sample) > 0.003;
  return all.slice(Math.max(0, all.findIndex(isHeard)), all.findLastIndex(isHeard) + 1);
}

/** Parts of everyday sentences, written for this test. Each beginning fits each end; `between` are whole sentences. */
const parts: Record<string, { begin: string[]; end: string[]; between: string[] }> = {
  de: {
    begin: [
      'Ich glaube wirklich',
      'Meine Kollegin sagt',
      'Im Protokoll steht',
      'Mich freut sehr',
      'Man hat mir erzählt',
      'Niemand wusste bisher',
      'Es ist durchaus möglich',
      'Gestern haben wir gehört',
    ],
    end: [
      'dass der Termin verschoben wird.',
      'dass die Unterlagen noch zu Hause liegen.',
      'dass es im Sommer besser geworden ist.',
      'dass wir drei Tage länger brauchen.',
      'dass der Brief an die falsche Adresse ging.',
      'dass Sie jeden Abend spazieren gehen.',
      'dass die neue Wohnung grösser ist.',
      'dass zwölf Personen angemeldet sind.',
    ],
    between: [
      'Ja, genau.',
      'Das verstehe ich gut.',
      'Wie meinen Sie das?',
      'Einen Augenblick bitte.',
      'Vielen Dank dafür.',
      'Nein, eher nicht.',
    ],
  },
  en: {
    begin: [
      'I really believe',
      'My colleague tells me',
      'The minutes say',
      'We were glad to hear',
      'Somebody mentioned',
      'Nobody knew until now',
      'It is quite possible',
      'Yesterday they announced',
    ],
    end: [
      'that the meeting will be moved.',
      'that the papers are still at home.',
      'that it got better during the summer.',
      'that we need three days more.',
      'that the letter went to the wrong address.',
      'that you take a walk every evening.',
      'that the new office has brighter lights.',
      'that twelve people have signed up.',
    ],
    between: [
      'Yes, exactly.',
      'I can see why.',
      'How do you mean that?',
      'Just a moment, please.',
      'Thank you for asking.',
      'No, rather not.',
    ],
  },
  fr: {
    begin: [
      'Je crois vraiment',
      'Ma collègue me dit',
      'Le rapport indique',
      'On vient de m’apprendre',
      'Il est bien possible',
      'Hier nous avons su',
      'Personne ne pensait',
      'Vous avez remarqué',
    ],
    end: [
      'que la réunion est reportée.',
      'que les papiers sont restés à la maison.',
      'que la douleur revient le soir.',
      'que nous avons besoin de trois jours.',
      'que la lettre est partie trop tard.',
      'que le bureau est plus clair.',
      'que douze personnes sont inscrites.',
      'que vous marchez chaque matin.',
    ],
    between: [
      'Oui, tout à fait.',
      'Je comprends bien.',
      'Comment cela ?',
      'Un instant, je vous prie.',
      'Merci beaucoup.',
      'Non, plutôt pas.',
    ],
  },
  it: {
    begin: [
      'Credo davvero',
      'La mia collega dice',
      'Nel verbale si legge',
      'Mi hanno raccontato',
      'È molto probabile',
      'Ieri abbiamo saputo',
      'Nessuno immaginava',
      'Lei ha notato',
    ],
    end: [
      'che la riunione è rimandata.',
      'che i documenti sono rimasti a casa.',
      'che il dolore torna la sera.',
      'che servono altri tre giorni.',
      'che la lettera è partita tardi.',
      'che il nuovo ufficio è più luminoso.',
      'che dodici persone sono iscritte.',
      'che lei cammina ogni mattina.',
    ],
    between: [
      'Sì, proprio così.',
      'La capisco bene.',
      'In che senso?',
      'Un momento, per favore.',
      'Grazie mille.',
      'No, direi di no.',
    ],
  },
};

/** Returns distinct sentences of a language. */
export function sentencesOf(language: string): string[] {
  const { begin, end, between } = parts[language]!;
  // Two sentences in succession differ in their beginning and in their end.
  const long = begin.flatMap((_, i) => end.map((close, k) => `${begin[(i + k) % begin.length]} ${close}`));
  return long.flatMap((sentence, i) =>
    i % 10 === 9 ? [between[Math.floor(i / 10)]!, sentence] : [sentence],
  );
}
