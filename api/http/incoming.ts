import { IncomingMessage } from 'node:http';

/** Copies a message with its already read body, for a handler that reads the body itself. */
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
