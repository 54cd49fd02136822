/**
 * Largest number of packets that wait in the decoder: enough to keep its thread busy, at most about 100 KiB of decoded
 * sound each.
 */
const maxQueued = 24;

type PacketDecoder = Disposable & {
  /** Resolves when the decoder has room for more; rejects with its error. */
  decode(chunk: EncodedAudioChunk): Promise<void>;
  /** Resolves when all packets are decoded. */
  flush(): Promise<void>;
};

/**
 * Creates the browser's decoder with a bounded queue. `onData` must copy what it keeps: the data is closed afterwards.
 */
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
      // After a failure `flush` rejects with a less precise error than the first.
      await decoder.flush().catch(fail);
      throwFailure();
    },
    [Symbol.dispose]() {
      if (decoder.state !== 'closed') decoder.close();
    },
  };
}
