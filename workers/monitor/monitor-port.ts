import { messagesOf } from '#workers/port-messages.ts';
import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';

/** What the recorder passes on, in order, until its `end`. Closes the port when left. */
export async function* receiveSound(
  port: MessagePort,
): AsyncGenerator<Exclude<MonitorMessage, { type: 'end' }>, void, undefined> {
  for await (const message of messagesOf<MonitorMessage>(port)) {
    if (message.type === 'end') return;
    yield message;
  }
}
