import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LlmBehaviour, LlmServerOptions } from './llm-server.ts';
import type { LlmRequest } from './llm-request.ts';

export type LlmProcess = {
  /** Value for LLM_URL, without `/v1`. */
  readonly url: string;
  readonly requests: readonly LlmRequest[];
  /** Sets the behaviour for the next requests, once each, in order. */
  script(next: readonly LlmBehaviour[]): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the language model server as a process and waits until it listens. The caller stops it. */
export async function startLlmProcess(
  options: Omit<LlmServerOptions, 'answer'> = {},
  port = 0,
): Promise<LlmProcess> {
  const requests: LlmRequest[] = [];
  const child = fork(join(import.meta.dirname, 'llm-child.ts'), [JSON.stringify(options), String(port)], {
    execPath: join(import.meta.dirname, '../../../node_modules/node/bin/node'),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const told = <T>(key: string): Promise<T> =>
    new Promise((resolve) => {
      const listen = (message: Record<string, unknown>): void => {
        if (!(key in message)) return;
        child.off('message', listen);
        resolve(message[key] as T);
      };
      child.on('message', listen);
    });
  child.on('message', (message: { request?: LlmRequest }) => {
    if (message.request) requests.push(message.request);
  });
  const url = await told<string>('url');
  return {
    url,
    requests,
    async script(next) {
      const scripted = told('scripted');
      child.send({ script: next });
      await scripted;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}
