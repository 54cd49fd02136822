import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { whenQuiet } from './when-quiet.ts';

it('The page is quiet when its answers have come', async () => {
  const answer = Promise.withResolvers<string>();
  const asked = queryClient.fetchQuery({ queryKey: ['quiet'], queryFn: () => answer.promise });
  const order: string[] = [];
  const quiet = whenQuiet().then(() => order.push('quiet'));
  // The idle callback of the page comes before the answer.
  await new Promise((resolve) => requestIdleCallback(resolve));
  order.push('answer');
  answer.resolve('');
  await Promise.all([asked, quiet]);
  expect(order).toEqual(['answer', 'quiet']);
});
