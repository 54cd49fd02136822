/**
 * Starts the real server with the environment's configuration, and reports its URL to the parent process. Passwords are
 * hashed cheaply, because nearly every test registers a person. `PAGE_DIR`: folder of another build of the page.
 */
import { loadConfig } from '#api/config.ts';
import { startServer } from '#api/server.ts';

const { PAGE_DIR: distDir } = process.env;
const server = await startServer(loadConfig(process.env), {
  passwordCost: { costLog2: 4 },
  ...(distDir === undefined ? {} : { distDir }),
});
process.send?.({ url: server.url });
const stop = async () => {
  await server.close();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
