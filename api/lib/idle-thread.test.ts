import { afterEach, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { createIdleThread, ThreadEnded } from './idle-thread.ts';

/** Answers with the number of the thread, so that a new thread shows. */
const code = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'throw') throw new Error('broken');
    if (task === 'exit') process.exit(3);
    if (task === 'leave') setTimeout(() => process.exit(3), 5);
    if (task === 'answer' || task === 'leave') parentPort.postMessage(threadId);
  });
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const create = (idleMs?: number) => {
  const thread = createIdleThread<string, number>({
    script,
    name: 'the test',
    ...(idleMs ? { idleMs } : {}),
  });
  closing.push(thread.close);
  return thread;
};
const closing: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))));
const { signal } = new AbortController();

it('is kept for the next task', async () => {
  const thread = create();
  expect(await thread.ask('answer', signal)).toBe(await thread.ask('answer', signal));
});

it('ends when it is idle, and the next task starts a new one', async () => {
  const thread = create(1);
  const first = await thread.ask('answer', signal);
  await eventually(async () => expect(await thread.ask('answer', signal)).not.toBe(first));
});

it.each(['throw', 'exit'])('after a task that makes it %s, the next task starts a new one', async (task) => {
  const thread = create();
  const first = await thread.ask('answer', signal);
  const [failed, next] = [thread.ask(task, signal), thread.ask('answer', signal)];
  await expect(failed).rejects.toThrow(ThreadEnded);
  expect(await next).not.toBe(first);
});

it('refuses a task that cannot be sent, and answers the next one', async () => {
  const thread = createIdleThread<unknown, number>({ script, name: 'the test' });
  closing.push(thread.close);
  const [refused, next] = [thread.ask(() => {}, signal), thread.ask('answer', signal)];
  await expect(refused).rejects.toMatchObject({ name: 'DataCloneError' });
  expect(await next).toBeGreaterThan(0);
});

it('that ends while it is idle is started again', async () => {
  const thread = create();
  const first = await thread.ask('leave', signal);
  await eventually(async () => expect(await thread.ask('answer', signal)).not.toBe(first));
});

it('an abort ends its own task only', async () => {
  const thread = create();
  const aborted = new AbortController();
  const [stuck, next] = [thread.ask('silence', aborted.signal), thread.ask('answer', signal)];
  aborted.abort(new Error('enough'));
  await expect(stuck).rejects.toThrow('enough');
  expect(await next).toBeGreaterThan(0);
});

it('when it is closed, its task ends and it takes no other', async () => {
  const thread = create();
  const stuck = thread.ask('silence', signal);
  await Promise.all([expect(stuck).rejects.toThrow('the test is closed'), thread.close()]);
  await expect(thread.ask('answer', signal)).rejects.toThrow('the test is closed');
});
