/** Makes OPFS writes of a worker fail for lack of room while a page posts true on this channel. */
import { fullDiskChannel } from './double-channel.ts';

let isFull = false;
new BroadcastChannel(fullDiskChannel).addEventListener('message', ({ data }) => {
  isFull = data as boolean;
});

const files = FileSystemSyncAccessHandle.prototype;
const write = files.write;
files.write = function (this: FileSystemSyncAccessHandle, ...args) {
  if (isFull) throw new DOMException('no room', 'QuotaExceededError');
  return write.apply(this, args);
};
