import { expect, test } from 'vitest';
import { createScope } from './scope.ts';

test('What a scope owns ends with it, last first', () => {
  const ended: string[] = [];
  const scope = createScope();
  scope.defer(() => ended.push('first'));
  scope.use({ [Symbol.dispose]: () => void ended.push('second') });
  scope[Symbol.dispose]();
  scope[Symbol.dispose]();
  expect(ended).toEqual(['second', 'first']);
  expect(scope.signal.aborted).toBe(true);
});

test('A listener hears nothing after the end of its scope', () => {
  const target = new EventTarget();
  const scope = createScope();
  let heard = 0;
  scope.listen(target, 'ping', () => heard++);
  target.dispatchEvent(new Event('ping'));
  scope[Symbol.dispose]();
  target.dispatchEvent(new Event('ping'));
  expect(heard).toBe(1);
});

test('What is added after the end is ended at once', () => {
  const scope = createScope();
  scope[Symbol.dispose]();
  let ended = false;
  scope.defer(() => (ended = true));
  expect(ended).toBe(true);
});

test('One failing end does not keep the others from ending', () => {
  const ended: string[] = [];
  const scope = createScope();
  scope.defer(() => ended.push('first'));
  scope.defer(() => {
    throw new Error('no');
  });
  expect(() => scope[Symbol.dispose]()).toThrow(AggregateError);
  expect(ended).toEqual(['first']);
});
