/** The requests of an upload by the tus protocol, each with what its answer means for the upload. */
import type { AdoptedUpload, UploadMetadata } from '#api/contract/upload.ts';
import { WorkerError } from '#workers/rpc.ts';
import { totalBytes, type ByteSource } from './byte-source.ts';
import { gather } from './gather.ts';
import type { Interruption } from './interruption.ts';
import type { PartSize } from './part-size.ts';
import { toRefusal, UnreadError, uploadBytes, type Refusal, type UploadBytes } from './read-upload.ts';
import type { RemoteUpload } from './remote-upload.ts';
import type { SendConnection } from './send-connection.ts';
import type { SendProgress } from './send-progress.ts';
import type { TusClient } from './tus-client.ts';
import { creationHeaders, endpoint, partHeaders, tusHeaders, type Meaning } from './tus.rules.ts';

/** The upload was adopted: its owner completed it without this device. */
export class AdoptedError extends WorkerError {
  readonly adopted: AdoptedUpload;
  constructor(adopted: AdoptedUpload) {
    super('upload.adopted');
    this.adopted = adopted;
  }
}

/** What every request of an upload needs. */
type Upload = { source: ByteSource; client: TusClient; interruption: Interruption; remote: RemoteUpload };

/** Compares the server's bytes with the source, and appends those that only the server has. Resolves to false if they differ. */
export type CatchUp = (server: UploadBytes, signal: AbortSignal) => Promise<boolean>;

/** Creates the upload. `lengthBytes` is null if the length is declared later. */
export async function createOnServer(
  { client, interruption, remote }: Omit<Upload, 'source'>,
  metadata: UploadMetadata,
  lengthBytes: number | null,
): Promise<void> {
  const meaning = await interruption.run((signal) =>
    client({ method: 'POST', url: endpoint, headers: creationHeaders(metadata, lengthBytes), signal }),
  );
  if (meaning?.type === 'created') remote.created(meaning.url, lengthBytes !== null);
  else if (meaning) remote.refused(toRefusal(meaning));
  else remote.forgetOffset();
}

/** Asks the server how much it has. Bytes that are not known to be those of the source are compared with it first. */
export async function askOffset(upload: Upload, url: string, catchUp: CatchUp | undefined): Promise<void> {
  const { source, client, interruption, remote } = upload;
  const meaning = await interruption.run((signal) =>
    client({ method: 'HEAD', url, headers: tusHeaders, signal }),
  );
  if (!meaning) return remote.forgetOffset();
  if (meaning.type !== 'stored') return remote.refused(refusalOf(meaning));
  const { offset, lengthBytes } = meaning;
  const isOurs = remote.known.isOurs || !catchUp;
  if ((offset > source.bytes() || !isOurs) && !(await fetchRest(upload, { url, offset }, catchUp))) return;
  // The length differs: the upload holds another file.
  if (lengthBytes !== null && lengthBytes !== totalBytes(source)) return remote.beginAnew();
  remote.found(offset, lengthBytes !== null);
}

/** Calls `catchUp`. Returns true if the source now has all bytes that the server has. */
async function fetchRest(
  { source, client, interruption, remote }: Upload,
  { url, offset }: { url: string; offset: number },
  catchUp: CatchUp | undefined,
): Promise<boolean> {
  if (!catchUp) {
    remote.beginAnew();
    return false;
  }
  try {
    const isOurs = await interruption.run((signal) => catchUp(uploadBytes(client, url, offset), signal));
    if (isOurs === null) remote.forgetOffset();
    if (isOurs === false) remote.beginAnew();
    return isOurs === true && source.bytes() >= offset;
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error;
    remote.refused(error.refusal);
    return false;
  }
}

type Parts = {
  size: PartSize;
  progress: SendProgress;
  connection: SendConnection;
  /** Interval at which gathered bytes are sent during a recording, ms. */
  partEveryMs: number;
};

/** Returns a function that sends the next part of the source, from byte `from` on. */
export function createPartSender(
  { source, client, interruption, remote }: Upload,
  { size, progress, connection, partEveryMs }: Parts,
): (url: string, from: number) => Promise<void> {
  /** Time at which the last part began, ms of `performance.now`. */
  let beganAtMs = performance.now();

  return async (url, from) => {
    const untilMs = beganAtMs + partEveryMs;
    const gathered = (signal: AbortSignal) => gather(source, { from, enough: size.bytes(), untilMs, signal });
    if (!(await interruption.run(gathered))) return remote.forgetOffset();
    if (!connection.maySend) return;
    const to = Math.min(from + size.bytes(), source.bytes());
    const declares = !remote.known.isLengthDeclared && source.isFinal() && to === source.bytes();
    progress.grown(totalBytes(source));
    const body = await source.read(from, to);
    progress.began(from, to - from);
    beganAtMs = performance.now();
    const headers = partHeaders(from, declares ? to : null);
    const meaning = await interruption.run((signal) =>
      client({ method: 'PATCH', url, headers, body, signal, onProgress: progress.moved }),
    );
    // An empty part only declares the length.
    if (meaning?.type === 'stored' && meaning.offset <= to && (meaning.offset > from || to === from)) {
      connection.partArrived();
      size.acknowledged(to - from, performance.now() - beganAtMs);
      return remote.grew(meaning.offset, declares);
    }
    progress.ended();
    remote.forgetOffset();
    if (!meaning) return;
    connection.partFailed();
    if (meaning.type === 'failed' && meaning.isBreak) size.broke();
    if (meaning.type === 'bodyTooLarge' && size.refused(to - from)) return;
    remote.refused(refusalOf(meaning));
  };
}

const refusalOf = (meaning: Meaning): Refusal => {
  if (meaning.type === 'adopted') throw new AdoptedError(meaning.adopted);
  return toRefusal(meaning);
};
