import { closeSync, fstatSync, openSync } from 'node:fs';
import { answerParent } from '#api/lib/run-process.ts';
import { runFfmpeg, type FfmpegRun } from './ffmpeg-core.ts';

export type FfmpegTask = { input: string; output: string; args: string[] };
export type FfmpegReply = FfmpegRun | { diskError: string };

answerParent(async ({ input, output, args }: FfmpegTask): Promise<FfmpegReply> => {
  const inputFd = openSync(input, 'r');
  const outputFd = openSync(output, 'w');
  try {
    return await runFfmpeg({ fd: inputFd, bytes: fstatSync(inputFd).size }, outputFd, args);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    return { diskError: code };
  } finally {
    closeSync(inputFd);
    closeSync(outputFd);
  }
});
