import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SoundServer = {
  /** Environment of a program that plays its sound to this server. */
  env: Record<string, string>;
  close(): Promise<void>;
};

/** Starts a PulseAudio whose only output discards the sound, because browsers need an output to play. */
export async function startSoundServer(): Promise<SoundServer> {
  const folder = mkdtempSync(join(tmpdir(), 'wortlaut-pulse-'));
  const socket = join(folder, 'pulse/native');
  const env = { XDG_RUNTIME_DIR: folder, PULSE_SERVER: `unix:${socket}`, HOME: folder };
  const child = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '-L',
      'module-null-sink',
      '-L',
      'module-native-protocol-unix',
    ],
    { stdio: 'ignore', env: { ...process.env, ...env } },
  );
  const exited = once(child, 'exit');
  for (let tries = 0; tries < 200 && !existsSync(socket); tries++) {
    if (child.exitCode !== null) throw new Error(`PulseAudio ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (!existsSync(socket)) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw new Error('PulseAudio did not start.');
  }
  return {
    env,
    async close() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Environment in which a program finds no audio output. */
export function withoutSoundServer(): SoundServer {
  const folder = mkdtempSync(join(tmpdir(), 'wortlaut-silent-'));
  return {
    env: { XDG_RUNTIME_DIR: folder, PULSE_SERVER: `unix:${join(folder, 'nobody')}`, HOME: folder },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
