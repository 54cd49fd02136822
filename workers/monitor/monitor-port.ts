import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';

/** What the recorder passes on, in order, until its `end`. Closes the port when left. */
export async function* receiveSound(
  port: MessagePort,
): AsyncGenerator<Exclude<MonitorMessage, { type: 'end' }>, void, undefined> {
  const waiting: MonitorMessage[] = [];
  let wake: (() => void) | undefined;
  const onMessage = ({ data }: MessageEvent<MonitorMessage>) => {
    waiting.push(data);
    wake?.();
  };
  port.addEventListener('message', onMessage);
  port.start();
  try {
    for (;;) {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const message = waiting.shift()!;
      if (message.type === 'end') return;
      yield message;
    }
  } finally {
    port.removeEventListener('message', onMessage);
    port.close();
  }
}
