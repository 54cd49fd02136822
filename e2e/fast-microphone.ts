/**
 * A microphone faster than real time: hands the known speech to the recorder in place of the worklet. Tests tagged `@real-time`
 * cover Chromium's capture, and `microphone-capture.browser.test.ts` the worklet.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { playedSpeech } from './microphone.ts';

type Input = { pace: number; blockFrames: number };

declare const playedSound: () => Promise<string>;

function replaceMicrophone({ pace, blockFrames }: Input): void {
  // Then the page takes the sound from the worklet.
  Reflect.deleteProperty(globalThis, 'MediaStreamTrackProcessor');
  const channels = 2;
  const tickMs = 20;
  let out: MessagePort | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function begin(context: BaseAudioContext, track: MediaStreamTrack): Promise<void> {
    clearInterval(timer);
    const bytes = Uint8Array.from(atob(await playedSound()), (char) => char.charCodeAt(0));
    const sound = (await context.decodeAudioData(bytes.buffer)).getChannelData(0);
    const beganAt = performance.now();
    let frames = 0;
    const tick = () => {
      if (context.state === 'closed' || track.readyState === 'ended') return clearInterval(mine);
      const due = ((performance.now() - beganAt) / 1000) * pace * context.sampleRate;
      for (; frames + blockFrames <= due; frames += blockFrames) {
        const block = new Float32Array(blockFrames * channels);
        for (let i = 0; i < block.length; i++)
          block[i] = sound[(frames + Math.floor(i / channels)) % sound.length]!;
        out?.postMessage(block, [block.buffer]);
      }
    };
    const mine = setInterval(tick, tickMs);
    timer = mine;
  }

  globalThis.MediaStreamAudioSourceNode = class extends MediaStreamAudioSourceNode {
    constructor(context: AudioContext, options: MediaStreamAudioSourceOptions) {
      super(context, options);
      void begin(context, options.mediaStream.getAudioTracks()[0]!);
    }
  };

  globalThis.AudioWorkletNode = class extends AudioWorkletNode {
    constructor(context: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
      super(context, name, options);
      if (name !== 'capture') return;
      let mine: MessagePort | null = null;
      const postMessage = (message: MessagePort | 'stop') => {
        if (message !== 'stop') mine = out = message;
        else {
          mine?.postMessage(null);
          if (out === mine) out = null;
        }
      };
      Object.defineProperty(this, 'port', { value: { postMessage } });
    }
  };
}

/** Makes the pages of this tab record a wav file, by default the known speech, at `pace` times its speed. */
export async function installFastMicrophone(
  page: Page,
  pace: number,
  path = playedSpeech().path,
): Promise<void> {
  await page.exposeFunction('playedSound', () => readFileSync(path).toString('base64'));
  await page.addInitScript(replaceMicrophone, { pace, blockFrames: 1_024 });
}
