import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { sleep } from './time.ts';
import { whenQuiet } from './when-quiet.ts';

it('The page is quiet when its answers have come', async () => {
  const answer = Promise.withResolvers<string>();
  const asked = queryClient.fetchQuery({ queryKey: ['quiet'], queryFn: () => answer.promise });
  const order: string[] = [];
  const quiet = whenQuiet().then(() => order.push('quiet'));
  // The page is idle long before the answer comes.
  await sleep(500);
  order.push('answer');
  answer.resolve('');
  await Promise.all([asked, quiet]);
  expect(order).toEqual(['answer', 'quiet']);
});
