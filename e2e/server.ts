/** Starts the real server with the environment's configuration, and reports its URL to the parent process. */
import { loadConfig } from '#api/config.ts';
import { startServer } from '#api/server.ts';

const server = await startServer(loadConfig(process.env));
process.send?.({ url: server.url });
const stop = async () => {
  await server.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
