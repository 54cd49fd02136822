import { IncomingMessage } from 'node:http';

/**
 * Returns a copy of the message with the body that was read already, for a handler that reads the body itself. Without
 * a body, returns the message.
 */
export async function withBody(incoming: IncomingMessage, { body }: Request): Promise<IncomingMessage> {
  if (!body) return incoming;
  const copy = new IncomingMessage(incoming.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  for await (const chunk of body) copy.push(chunk);
  copy.push(null);
  copy.complete = true;
  return copy;
}
