/** Packets that may wait in the decoder: enough to keep its thread busy, at most some 100 KiB of decoded sound each. */
const maxQueued = 24;

type PacketDecoder = Disposable & {
  /** Resolves as soon as the decoder has room for more; rejects with what it failed with. */
  decode(chunk: EncodedAudioChunk): Promise<void>;
  /** Resolves when all that was given has been heard. */
  flush(): Promise<void>;
};

/** The browser's decoder with an end and a bound. `onData` must copy what it keeps: the data is closed behind it. */
export function createPacketDecoder(
  config: AudioDecoderConfig,
  onData: (data: AudioData) => void,
): PacketDecoder {
  const failed: { by?: unknown } = {};
  let wake = () => {};
  const fail = (error: unknown) => {
    failed.by ??= error;
    wake();
  };
  const decoder = new AudioDecoder({
    output(data) {
      try {
        if (!failed.by) onData(data);
      } catch (error) {
        fail(error);
      } finally {
        data.close();
      }
    },
    error: fail,
  });
  decoder.addEventListener('dequeue', () => wake());
  decoder.configure(config);
  const throwFailure = () => {
    if (failed.by) throw failed.by;
  };
  return {
    async decode(chunk) {
      throwFailure();
      decoder.decode(chunk);
      while (!failed.by && decoder.decodeQueueSize > maxQueued) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      throwFailure();
    },
    async flush() {
      throwFailure();
      // A failed decoder rejects its flush with a poorer reason than it gave before.
      await decoder.flush().catch(fail);
      throwFailure();
    },
    [Symbol.dispose]() {
      if (decoder.state !== 'closed') decoder.close();
    },
  };
}
