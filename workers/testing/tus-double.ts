import type { SendAnswer, SendRequest, Transport } from '#workers/send/transport.ts';

type Upload = { bytes: Uint8Array<ArrayBuffer>; length: number | null; metadata: Record<string, string> };

/** An in-memory server with the parts of the tus protocol that the sender needs. */
export type TusDouble = {
  transport: Transport;
  uploads: Map<string, Upload>;
  /** Requests in order, with the size of a part. */
  requests: { method: string; session: string; bytes: number }[];
  /** Functions that give the next answers. If one returns null, the server answers. */
  answers: ((request: SendRequest) => SendAnswer | null)[];
};

const answer = (status: number, headers: Record<string, string> = {}, text = ''): SendAnswer => ({
  status,
  header: (name) => headers[name] ?? null,
  text,
});

export const refusal = (status: number, code: string): SendAnswer =>
  answer(status, {}, JSON.stringify({ code, detail: code }));

const readMetadata = (header = '') =>
  Object.fromEntries(
    header.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split(' ');
      return [name, new TextDecoder().decode(Uint8Array.from(atob(value), (c) => c.codePointAt(0)!))];
    }),
  );

async function bodyOf({ body }: SendRequest): Promise<Uint8Array> {
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  return body ?? new Uint8Array(0);
}

export function createTusDouble(): TusDouble {
  const uploads = new Map<string, Upload>();
  const requests: TusDouble['requests'] = [];
  const answers: TusDouble['answers'] = [];

  function create({ headers }: SendRequest): SendAnswer {
    const url = `/api/v1/uploads/${uploads.size + 1}`;
    const length = headers['upload-length'];
    const metadata = readMetadata(headers['upload-metadata']);
    uploads.set(url, { bytes: new Uint8Array(0), length: length ? Number(length) : null, metadata });
    return answer(201, { location: url });
  }

  function stateOf({ bytes, length }: Upload): Record<string, string> {
    const declared: Record<string, string> = length === null ? {} : { 'upload-length': String(length) };
    return { 'upload-offset': String(bytes.length), ...declared };
  }

  function rangeOf({ bytes }: Upload, { headers }: SendRequest): SendAnswer {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
    if (Number(from) >= bytes.length) return answer(416);
    return { ...answer(206), bytes: bytes.slice(Number(from), Number(to) + 1) };
  }

  function append(upload: Upload, { headers }: SendRequest, part: Uint8Array): SendAnswer {
    if (Number(headers['upload-offset']) !== upload.bytes.length)
      return refusal(409, 'upload.offset_conflict');
    const joined = new Uint8Array(upload.bytes.length + part.length);
    joined.set(upload.bytes);
    joined.set(part, upload.bytes.length);
    upload.bytes = joined;
    if (headers['upload-length']) upload.length = Number(headers['upload-length']);
    return answer(204, stateOf(upload));
  }

  return {
    uploads,
    requests,
    answers,
    async transport(request) {
      request.signal.throwIfAborted();
      const { method, url } = request;
      const part = await bodyOf(request);
      const upload = uploads.get(url);
      const metadata = upload?.metadata ?? readMetadata(request.headers['upload-metadata']);
      requests.push({ method, session: metadata['session_id'] ?? '', bytes: part.length });
      const instead = answers.shift()?.(request);
      if (instead) return instead;
      if (method === 'POST') return create(request);
      if (!upload) return refusal(404, 'upload.not_found');
      if (method === 'HEAD') return answer(200, stateOf(upload));
      if (method === 'DELETE') {
        uploads.delete(url);
        return answer(204);
      }
      if (method === 'GET') return rangeOf(upload, request);
      request.onProgress(part.length);
      return append(upload, request, part);
    },
  };
}
