import { WorkerError } from '#workers/rpc.ts';
import type { ByteSource } from './byte-source.ts';
import type { PartSize } from './part-size.ts';
import type { Refusal } from './read-upload.ts';
import type { SendConnection } from './send-connection.ts';
import type { SendProgress } from './send-progress.ts';

/** What this run knows about the upload on the server. */
type Known = {
  /** URL of the upload; null if it must be created. */
  url: string | null;
  /** Number of acknowledged bytes; null if the server must be asked. */
  offset: number | null;
  isLengthDeclared: boolean;
  /** True if this run sent the server's bytes or compared them with the source. */
  isOurs: boolean;
  /** True if this run created the upload and nothing is stored in it yet. */
  isFresh: boolean;
};

/** The upload on the server, kept up to date by the answers to the requests of this run. */
export type RemoteUpload = {
  readonly known: Readonly<Known>;
  /** True if the server has the whole source. */
  isComplete(): boolean;
  created(url: string, isLengthDeclared: boolean): void;
  /** The server told its offset, and its bytes are those of the source. */
  found(offset: number, isLengthDeclared: boolean): void;
  /** A part was stored. `declaresLength` is true if the length of the upload was sent with it. */
  grew(offset: number, declaresLength: boolean): void;
  /** The server must be asked for its offset before more is sent. */
  forgetOffset(): void;
  /** Handles an unsuccessful answer to any request. Throws a `WorkerError` if no retry helps. */
  refused(refusal: Refusal): void;
  /** Forgets the upload: a new one is created. */
  beginAnew(): void;
};

type RemoteUploadDeps = {
  source: ByteSource;
  size: Pick<PartSize, 'bytes'>;
  progress: SendProgress;
  connection: SendConnection;
  /** Receives the upload's URL, to be stored for the next try. Null means that the stored URL is to be forgotten. */
  onUrl(url: string | null): void;
};

/** Creates what is known about an upload. `url` is that of the upload of an earlier try; null if there is none. */
export function createRemoteUpload(url: string | null, deps: RemoteUploadDeps): RemoteUpload {
  const { source, size, progress, connection, onUrl } = deps;
  const isNew = url === null;
  let known: Known = {
    url,
    offset: isNew ? 0 : null,
    isLengthDeclared: false,
    isOurs: isNew,
    isFresh: false,
  };
  const learn = (change: Partial<Known>) => {
    known = { ...known, ...change };
  };

  function isComplete(): boolean {
    const { url, isLengthDeclared, offset } = known;
    return url !== null && isLengthDeclared && source.isFinal() && offset === source.bytes();
  }

  const forgetOffset = () => learn({ offset: known.url === null ? 0 : null });

  function beginAnew(): void {
    learn({ url: null, offset: 0, isOurs: true, isLengthDeclared: false });
    progress.stored(0, size.bytes());
    onUrl(null);
  }

  function stored(offset: number): void {
    const hasAdvanced = offset > progress.state.bytesStored;
    learn(hasAdvanced ? { offset, isFresh: false } : { offset });
    progress.stored(offset, size.bytes());
    connection.stored({ hasAdvanced, isComplete: isComplete() });
  }

  return {
    get known() {
      return known;
    },
    isComplete,
    created(url, isLengthDeclared) {
      learn({ url, isLengthDeclared, isFresh: true });
      onUrl(url);
      stored(0);
    },
    found(offset, isLengthDeclared) {
      learn({ isOurs: true, isLengthDeclared });
      stored(offset);
    },
    grew(offset, declaresLength) {
      if (declaresLength) learn({ isLengthDeclared: true });
      stored(offset);
    },
    forgetOffset,
    refused(refusal) {
      forgetOffset();
      switch (refusal.type) {
        case 'failed':
          return connection.failed(refusal);
        case 'conflict':
          return connection.conflicted();
        case 'gone':
          if (known.isFresh) connection.failed();
          return beginAnew();
        case 'bodyTooLarge':
          throw new WorkerError('network.unexpected', 'Even the smallest body is refused for its size.');
        case 'unauthorized':
        case 'refused':
          throw new WorkerError(refusal.code);
      }
    },
    beginAnew,
  };
}
