import { messagesOf } from '#workers/port-messages.ts';
import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';

/** Yields the recorder's messages in order until `end`. Closes the port on return. */
export async function* receiveSound(
  port: MessagePort,
): AsyncGenerator<Exclude<MonitorMessage, { type: 'end' }>, void, undefined> {
  for await (const message of messagesOf<MonitorMessage>(port)) {
    if (message.type === 'end') return;
    yield message;
  }
}
