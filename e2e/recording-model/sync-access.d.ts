/** Copied from the `webworker` library, which conflicts with `dom`. */
interface FileSystemSyncAccessHandle {
  read(into: Uint8Array, options?: { at?: number }): number;
  write(from: Uint8Array, options?: { at?: number }): number;
  truncate(length: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}
interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}
