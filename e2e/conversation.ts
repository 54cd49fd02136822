/** A microphone that plays the conversation of the fixture model, for tests of the draft that a device writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromWav, toWav } from '#wasm/testing/wav.ts';
import { scoreText } from '../bench/wer/score.ts';
import { wordsOf } from '../bench/wer/normalise.ts';
import { fixtureAudio, fixtureText } from './journey.ts';
import { type Page } from './product.ts';
import { tempFolder } from './temp-folder.ts';

const rate = 16_000;
/** Time from the opening of the microphone to the first word, s. Tests start the recording in this time. */
export const leadS = 24;
const file = 'de_conversation.wav';

/**
 * Length of the quiet room after the last word, s. The microphone plays its file again after it, and a busy machine writes the
 * draft and ends the recording late.
 */
const quietS = 180;

/** Writes what the microphone plays: a quiet room, the conversation of the fixture, and a quiet room again. */
function writeMicrophone() {
  const { samples: spoken } = fromWav(Uint8Array.from(readFileSync(fixtureAudio(file))));
  const samples = new Float32Array((leadS + quietS) * rate + spoken.length);
  samples.set(spoken, leadS * rate);
  let seed = 11;
  for (let at = 0; at < samples.length; at++) {
    seed = (seed * 16_807) % 2_147_483_647;
    samples[at] = samples[at]! * 0.5 + (seed / 2_147_483_647 - 0.5) * 0.0006;
  }
  const path = join(tempFolder(), 'conversation.wav');
  writeFileSync(path, toWav(samples, rate));
  return { path, samples, spokenS: spoken.length / rate };
}

export const played = writeMicrophone();
/** Length of a recording that contains the whole conversation, s. */
export const heardAllS = leadS + played.spokenS + 2;

/** The first word of the conversation, normalised as for the word error rate. */
export const [firstWord] = wordsOf(fixtureText(file), 'de') as [string];

const errorShare = (text: string) =>
  scoreText(text, { text: fixtureText(file), language: 'de' }) / wordsOf(fixtureText(file), 'de').length;
export const asSpoken = 'as spoken';
/** Returns `asSpoken` if the word error rate of a text is below 5 %, otherwise the text itself, so that a failed test prints it. */
export const toldOf = (text: string): string => (errorShare(text) < 0.05 ? asSpoken : text);

/** The checkbox by which a person chooses that this device writes a draft. */
export const offer = (page: Page) =>
  page.getByRole('checkbox', { name: /^Entwurf auf diesem Gerät schreiben/ });
