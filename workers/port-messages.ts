/** Yields the messages of a port in order. Closes the port on return. */
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
