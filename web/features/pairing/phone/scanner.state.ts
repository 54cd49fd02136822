import { proxy } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import { sleep } from '#web/lib/time.ts';
import { type CameraProblem, cameraProblemOf } from './camera.ts';
import type { FrameReader } from './frame-reader.ts';
import { scannedCode } from './pairing-code.rules.ts';

export type ScannerState = {
  /** `opening`: the browser may be asking for the camera. `failed`: see `problem`. */
  step: 'opening' | 'looking' | 'failed';
  problem: CameraProblem | null;
  /** True if the last QR code that was read is no pairing code of this server. */
  isOther: boolean;
};

export type ScannerDeps = {
  openCamera(): Promise<MediaStream>;
  reader(): FrameReader;
  origin: string;
  /** Wait between two pictures, ms. */
  everyMs: number;
  onFailure(step: string, error: unknown): void;
};

type ScannerInput = { video: HTMLVideoElement; onCode(code: string): void; deps: ScannerDeps };

export type Scanner = Disposable & { readonly state: ScannerState };

/** Looks for a pairing code with the camera until one is found. Disposing of it switches the camera off. */
export function createScanner({ video, onCode, deps }: ScannerInput): Scanner {
  const scope = createScope();
  const { signal } = scope;
  const state = proxy<ScannerState>({ step: 'opening', problem: null, isOther: false });

  async function show(stream: MediaStream): Promise<void> {
    const end = () => stream.getTracks().forEach((track) => track.stop());
    scope.defer(end);
    signal.throwIfAborted();
    scope.defer(() => (video.srcObject = null));
    video.srcObject = stream;
    await video.play();
    state.step = 'looking';
  }

  async function look(reader: FrameReader): Promise<void> {
    while (!signal.aborted) {
      const text = document.hidden ? null : await reader.read(video);
      if (signal.aborted) return;
      const code = text === null ? null : scannedCode(text, deps.origin);
      if (code !== null) return onCode(code);
      if (text !== null) state.isOther = true;
      await sleep(deps.everyMs, signal);
    }
  }

  async function run(): Promise<void> {
    try {
      await show(await deps.openCamera());
      await look(scope.use(deps.reader()));
    } catch (error) {
      if (signal.aborted) return;
      deps.onFailure('scan', error);
      Object.assign(state, { step: 'failed', problem: cameraProblemOf(error) });
      scope[Symbol.dispose]();
    }
  }
  void run();
  return { state, [Symbol.dispose]: () => scope[Symbol.dispose]() };
}
