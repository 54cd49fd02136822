/** Lets a worker's private files have no room while a page says so on this channel: true or false. */
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
