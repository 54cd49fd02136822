import { loadConfig } from './config.ts';
import { ConfigError } from '#api/lib/start-error.ts';
import { MigrationError } from '#api/db/open.ts';
import { complain, say } from '#api/lib/log.ts';
import { StartError } from '#api/lib/start-error.ts';
import { startServer } from './server.ts';
import { startLines } from './start-lines.ts';

async function main(): Promise<void> {
  // Only the server's own account may read the files that it creates.
  process.umask(0o077);
  const config = loadConfig(process.env);
  const server = await startServer(config);
  for (const line of startLines({ ...config, publicUrl: server.url }, server.transcription)) say(line);

  let isStopping = false;
  const stop = async () => {
    // A second signal exits at once.
    if (isStopping) process.exit(130);
    isStopping = true;
    say('Stopping: requests finish, work in progress is kept for the next start.');
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

try {
  await main();
} catch (error) {
  const isKnown =
    error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError;
  complain(isKnown ? error.message : `The server cannot start. ${String((error as Error).stack ?? error)}`);
  process.exit(1);
}
