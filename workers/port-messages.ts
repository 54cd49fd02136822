/** What comes over a port, in order, for as long as it is asked for. Closes the port when left. */
export async function* messagesOf<Message>(port: MessagePort): AsyncGenerator<Message, never, undefined> {
  const waiting: Message[] = [];
  let wake: (() => void) | undefined;
  const onMessage = ({ data }: MessageEvent<Message>) => {
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
      yield waiting.shift() as Message;
    }
  } finally {
    port.removeEventListener('message', onMessage);
    port.close();
  }
}
