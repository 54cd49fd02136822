/** The worker of models with a server inside it, whose faults a test sets, and with storage that a test can fill. */
import './full-disk.ts';
import '#workers/model/model.worker.ts';
import { modelFaultsChannel } from './double-channel.ts';
import { createModelServer, largeContents } from './model-double.ts';

const server = createModelServer(largeContents);
const channel = new BroadcastChannel(modelFaultsChannel);
channel.addEventListener('message', async ({ data }) => {
  Object.assign((await server).faults, data);
  channel.postMessage('set');
});
globalThis.fetch = async (address, init) => (await server).fetch(String(address), init ?? {});
