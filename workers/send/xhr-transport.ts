import { noAnswer, type SendAnswer, type Transport } from './transport.ts';

/** Uses `XMLHttpRequest`, because `fetch` reports no upload progress. */
export const xhrTransport: Transport = ({ method, url, headers, body, signal, onProgress }) =>
  new Promise<SendAnswer>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) return reject(signal.reason);
      if (request.status === 0) return resolve(noAnswer);
      const header = (name: string) => request.getResponseHeader(name);
      const { status } = request;
      const body = request.response as ArrayBuffer;
      const isSound = method === 'GET' && (status === 200 || status === 206);
      resolve({
        status,
        header,
        ...(isSound ? { text: '', bytes: new Uint8Array(body) } : { text: new TextDecoder().decode(body) }),
      });
    });
    // Firefox also tells the 0 bytes of an empty answer, behind those that were sent.
    const watched = method === 'GET' ? request : request.upload;
    watched.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
