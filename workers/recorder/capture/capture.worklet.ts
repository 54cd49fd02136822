import { captureChannels, type CaptureBlock } from '#workers/recorder/recorder.contract.ts';

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/**
 * Number of frames in a message: 21 ms at 48 kHz. It is a multiple of the render quantum of 128 frames (Web Audio API).
 */
const blockFrames = 1_024;

class Capture extends AudioWorkletProcessor {
  #out: MessagePort | null = null;
  #block = new Float32Array(blockFrames * captureChannels);
  #filled = 0;
  #isStopped = false;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<MessagePort | 'stop'>) => {
      if (data === 'stop') return this.#stop();
      this.#out = data;
      this.port.postMessage('listening');
    });
    this.port.start();
  }

  #post(message: CaptureBlock) {
    this.#out?.postMessage(message, message ? [message.buffer] : []);
  }

  #stop() {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (this.#filled > 0) this.#post(this.#block.slice(0, this.#filled));
    this.#post(null);
  }

  /** An input without channels is not connected: the microphone's track has ended. */
  process([input]: Float32Array[][]): boolean {
    const left = input?.[0];
    if (this.#isStopped || !left || !this.#out) return !this.#isStopped;
    const right = input[1] ?? left;
    for (let i = 0; i < left.length; i++) {
      this.#block[this.#filled++] = left[i]!;
      this.#block[this.#filled++] = right[i]!;
      if (this.#filled < this.#block.length) continue;
      this.#post(this.#block);
      this.#block = new Float32Array(blockFrames * captureChannels);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('capture', Capture);
