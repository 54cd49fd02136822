import { currentVisit, type Visit } from './visit.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type FileNode = { kind: 'file'; bytes: Bytes; writtenAtMs: number; holder: Visit | null };
type FolderNode = { kind: 'directory'; entries: Map<string, FileNode | FolderNode> };

const missing = () => new DOMException('There is none.', 'NotFoundError');
const gone = () => new DOMException('The tab has gone.', 'InvalidStateError');

/**
 * The origin-private file system of one profile, in memory, as far as the store uses it. It outlives tabs, writes take effect
 * at once, a file can be open once at a time, and the disk may be full. Handles of a killed tab throw.
 */
export function createPrivateFiles() {
  const root: FolderNode = { kind: 'directory', entries: new Map() };
  let isFull = false;

  function open(node: FileNode): FileSystemSyncAccessHandle {
    const visit = currentVisit();
    if (node.holder?.isAlive) throw new DOMException('It is open.', 'NoModificationAllowedError');
    node.holder = visit;
    const check = () => {
      if (!visit.isAlive || node.holder !== visit) throw gone();
    };
    return {
      read(into: Bytes, { at = 0 } = {}) {
        check();
        const part = node.bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
      write(from: Bytes, { at = 0 } = {}) {
        check();
        const end = at + from.length;
        if (isFull && end > node.bytes.length) throw new DOMException('no room', 'QuotaExceededError');
        const bytes = new Uint8Array(Math.max(node.bytes.length, end));
        bytes.set(node.bytes);
        bytes.set(from, at);
        node.bytes = bytes;
        node.writtenAtMs = Date.now();
        return from.length;
      },
      truncate(length: number) {
        check();
        if (isFull && length > node.bytes.length) throw new DOMException('no room', 'QuotaExceededError');
        const bytes = new Uint8Array(length);
        bytes.set(node.bytes.subarray(0, length));
        node.bytes = bytes;
      },
      getSize: () => (check(), node.bytes.length),
      flush: check,
      close() {
        if (node.holder === visit) node.holder = null;
      },
    } as unknown as FileSystemSyncAccessHandle;
  }

  function folder(node: FolderNode, name: string): FileSystemDirectoryHandle {
    const entry = <K extends 'file' | 'directory'>(name: string, kind: K, create: boolean) => {
      if (!currentVisit().isAlive) throw gone();
      const found = node.entries.get(name);
      if (found?.kind === kind) return found;
      if (found || !create) throw missing();
      const made: FileNode | FolderNode =
        kind === 'file'
          ? { kind: 'file', bytes: new Uint8Array(0), writtenAtMs: Date.now(), holder: null }
          : { kind: 'directory', entries: new Map() };
      node.entries.set(name, made);
      return made;
    };
    const handleOf = (name: string, found: FileNode | FolderNode) =>
      found.kind === 'directory' ? folder(found, name) : file(found, name);
    return {
      kind: 'directory',
      name,
      async getDirectoryHandle(name: string, { create = false } = {}) {
        return folder(entry(name, 'directory', create) as FolderNode, name);
      },
      async getFileHandle(name: string, { create = false } = {}) {
        return file(entry(name, 'file', create) as FileNode, name);
      },
      async removeEntry(name: string) {
        const found = node.entries.get(name);
        if (!found) throw missing();
        if (found.kind === 'file' && found.holder?.isAlive)
          throw new DOMException('It is open.', 'NoModificationAllowedError');
        node.entries.delete(name);
      },
      async *keys() {
        yield* Array.from(node.entries.keys());
      },
      async *values() {
        for (const [name, found] of Array.from(node.entries)) yield handleOf(name, found);
      },
    } as unknown as FileSystemDirectoryHandle;
  }

  const file = (node: FileNode, name: string): FileSystemFileHandle =>
    ({
      kind: 'file',
      name,
      createSyncAccessHandle: async () => open(node),
      getFile: async () => new File([node.bytes], name, { lastModified: node.writtenAtMs }),
    }) as unknown as FileSystemFileHandle;

  return {
    getDirectory: async () => folder(root, ''),
    estimate: async () => ({ quota: 1_000_000_000, usage: 0 }),
    setFull(next: boolean) {
      isFull = next;
    },
  };
}
