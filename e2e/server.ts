/** The composition root of the tests: the real server with its real parts, told where to put its data and how fast to tick. */
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
