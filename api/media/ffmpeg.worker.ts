import { closeSync, fstatSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { runFfmpeg, type FfmpegRun } from './ffmpeg-core.ts';

/** What a thread is started with; it does this one thing and ends. */
export type FfmpegTask = { input: string; output: string; args: string[] };
export type FfmpegReply = FfmpegRun | { diskError: string };

const { input, output, args } = workerData as FfmpegTask;
const inputFd = openSync(input, 'r');
const outputFd = openSync(output, 'w');
let reply: FfmpegReply;
try {
  reply = await runFfmpeg({ fd: inputFd, bytes: fstatSync(inputFd).size }, outputFd, args);
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  reply = { diskError: code };
} finally {
  closeSync(inputFd);
  closeSync(outputFd);
}
parentPort?.postMessage(reply);
