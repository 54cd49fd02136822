import { IncomingMessage } from 'node:http';

/** The same message with the body that was read of it: for handlers of Node's own, which read bodies themselves. */
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
