import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { CaptureGraph, GraphEvent, GraphInput } from './capture-graph.ts';
import type { Microphone, MicrophoneInput } from './microphone-source.ts';

type Processing = MicrophoneInput['options'];

/** Holds the open audio graph, its audio processing, and the port through which the recorder receives its samples. */
type GraphConnection = Disposable & {
  /** Returns the open graph; null before `open` and after `close`. */
  graph(): CaptureGraph | null;
  /** Opens a graph with this microphone, or with the default one if this one is gone. Rejects with a `CaptureError`. */
  open(deviceId: string | null, processing: Processing): Promise<void>;
  /**
   * Switches to this microphone. Rejects with a `CaptureError`; the previous microphone then stays. `isAsked`: the
   * person asked for it.
   */
  use(deviceId: string | null, isAsked: boolean): Promise<void>;
  /**
   * Changes the audio processing of the microphone. Rejects with a `CaptureError`; in that case nothing has changed.
   */
  process(processing: Processing): Promise<void>;
  /** Connects the open graph to a new recorder. */
  feedNewRecorder(): Promise<void>;
  close(): void;
};

export type GraphConnectionInput = {
  openGraph(input: GraphInput): Promise<CaptureGraph>;
  /** Connects the recorder to the port that receives the samples. */
  attach(pcm: MessagePort, sampleRate: number): Promise<void>;
  onEvent(event: GraphEvent): void;
  /** Called when `use` or `process` has connected this microphone. `isAsked`: the person asked for it. */
  onMicrophone(microphone: Microphone, isAsked: boolean): void;
};

export function createGraphConnection(input: GraphConnectionInput): GraphConnection {
  const scope = createScope();
  let graph: CaptureGraph | null = null;
  let options: Processing | null = null;
  /** Identifies the graph that was opened last. Events of earlier graphs are ignored. */
  let latest: object | null = null;
  scope.defer(close);

  async function openGraph(deviceId: string | null, processing: Processing): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const mine = {};
    latest = mine;
    const opened = await input.openGraph({
      deviceId,
      options: processing,
      pcm: port1,
      onEvent(event) {
        if (latest === mine && !scope.signal.aborted) input.onEvent(event);
      },
    });
    try {
      await input.attach(port2, opened.sampleRate);
      scope.signal.throwIfAborted();
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
    graph = opened;
  }

  async function use(deviceId: string | null, isAsked: boolean): Promise<void> {
    const current = graph;
    if (!current || !options) return;
    const microphone = await current.use({ deviceId, options });
    if (graph === current) input.onMicrophone(microphone, isAsked);
  }

  function close(): void {
    latest = null;
    const former = graph;
    graph = null;
    former?.[Symbol.dispose]();
  }

  return {
    graph: () => graph,
    async open(deviceId, processing) {
      options = { ...processing };
      await openGraph(deviceId, options).catch((error: unknown) => {
        if (deviceId === null || problemOf(error).code !== 'capture.no_device') throw error;
        return openGraph(null, processing);
      });
    },
    use,
    async process(processing) {
      const former = options;
      options = { ...processing };
      try {
        const microphone = graph?.microphone();
        if (microphone) await use(microphone.id, true);
      } catch (error) {
        options = former;
        throw error;
      }
    },
    async feedNewRecorder() {
      if (!graph) return;
      const { port1, port2 } = new MessageChannel();
      graph.feed(port1);
      await input.attach(port2, graph.sampleRate);
    },
    close,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
