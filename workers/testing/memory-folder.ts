/**
 * A double of OPFS in memory. As in browsers, a file has one writer at a time, a name is either a file or a folder, and
 * a handle is a path that each use resolves.
 */
type FileNode = { bytes: Uint8Array<ArrayBuffer>; isOpen: boolean };
type FolderNode = Map<string, FileNode | FolderNode>;

const failing = (name: string) => new DOMException(name, name);

class MemoryFile {
  readonly kind = 'file';
  readonly #folder: MemoryFolder;
  #name: string;
  constructor(folder: MemoryFolder, name: string) {
    this.#folder = folder;
    this.#name = name;
  }
  get node(): FileNode {
    const node = this.#folder.node.get(this.#name);
    if (!node) throw failing('NotFoundError');
    if (node instanceof Map) throw failing('TypeMismatchError');
    return node;
  }
  async createSyncAccessHandle() {
    await Promise.resolve();
    const { node } = this;
    if (node.isOpen) throw failing('NoModificationAllowedError');
    node.isOpen = true;
    return {
      truncate: (size: number) => {
        node.bytes = node.bytes.slice(0, size);
      },
      write: (bytes: Uint8Array, { at = node.bytes.length } = {}): number => {
        if (this.#folder.isFull()) throw failing('QuotaExceededError');
        const written = new Uint8Array(Math.max(node.bytes.length, at + bytes.length));
        written.set(node.bytes);
        written.set(bytes, at);
        node.bytes = written;
        return bytes.length;
      },
      read(target: Uint8Array, { at = 0 } = {}): number {
        const found = node.bytes.subarray(at, at + target.length);
        target.set(found);
        return found.length;
      },
      getSize: () => node.bytes.length,
      flush() {},
      close: () => {
        node.isOpen = false;
      },
    };
  }
  async move(folder: MemoryFolder, name: string) {
    await Promise.resolve();
    const { node } = this;
    this.#folder.node.delete(this.#name);
    folder.node.set(name, node);
    this.#name = name;
  }
  async getFile() {
    await Promise.resolve();
    return new File([this.node.bytes], this.#name, { lastModified: 1 });
  }
}

class MemoryFolder {
  readonly kind = 'directory';
  readonly isFull: () => boolean;
  readonly #find: () => FolderNode;
  constructor(find: () => FolderNode, isFull: () => boolean) {
    this.#find = find;
    this.isFull = isFull;
  }
  get node(): FolderNode {
    return this.#find();
  }
  async getDirectoryHandle(name: string, { create = false } = {}) {
    await Promise.resolve();
    const find = () => {
      const node = this.node.get(name);
      if (!node) throw failing('NotFoundError');
      if (!(node instanceof Map)) throw failing('TypeMismatchError');
      return node;
    };
    if (create && !this.node.has(name)) this.node.set(name, new Map());
    find();
    return new MemoryFolder(find, this.isFull);
  }
  async getFileHandle(name: string, { create = false } = {}) {
    await Promise.resolve();
    const file = new MemoryFile(this, name);
    if (create && !this.node.has(name)) this.node.set(name, { bytes: new Uint8Array(0), isOpen: false });
    void file.node;
    return file;
  }
  async *keys() {
    await Promise.resolve();
    yield* Array.from(this.node.keys());
  }
  async removeEntry(name: string, { recursive = false } = {}) {
    await Promise.resolve();
    const node = this.node.get(name);
    if (!node) throw failing('NotFoundError');
    if (node instanceof Map && node.size > 0 && !recursive) throw failing('InvalidModificationError');
    if (isWrittenTo(node)) throw failing('NoModificationAllowedError');
    this.node.delete(name);
  }
}

const isWrittenTo = (node: FileNode | FolderNode): boolean =>
  node instanceof Map ? [...node.values()].some(isWrittenTo) : node.isOpen;

/** Creates an empty folder. Writes fail with `QuotaExceededError` while `isFull` returns true. */
export function createMemoryFolder(isFull: () => boolean = () => false): FileSystemDirectoryHandle {
  const root: FolderNode = new Map();
  return new MemoryFolder(() => root, isFull) as unknown as FileSystemDirectoryHandle;
}
