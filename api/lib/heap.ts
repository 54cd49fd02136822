/** Binary heap. `first` takes constant time, `push` and `shift` O(log n) comparisons. */
export type Heap<T> = {
  size(): number;
  first(): T | undefined;
  push(item: T): void;
  shift(): T | undefined;
};

/** @param compare returns a negative number if `a` comes before `b` */
export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  const items: T[] = [];
  const at = (index: number): T => items[index] as T;
  const swap = (one: number, other: number): void => {
    const kept = at(one);
    items[one] = at(other);
    items[other] = kept;
  };
  const rise = (from: number): void => {
    for (let index = from; index > 0;) {
      const parent = (index - 1) >> 1;
      if (compare(at(index), at(parent)) >= 0) return;
      swap(index, parent);
      index = parent;
    }
  };
  const sink = (): void => {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      if (left >= items.length) return;
      const least = right < items.length && compare(at(right), at(left)) < 0 ? right : left;
      if (compare(at(index), at(least)) <= 0) return;
      swap(index, least);
      index = least;
    }
  };
  return {
    size: () => items.length,
    first: () => items[0],
    push(item) {
      items.push(item);
      rise(items.length - 1);
    },
    shift() {
      const [first] = items;
      const last = items.pop();
      if (items.length > 0) {
        items[0] = last as T;
        sink();
      }
      return first;
    },
  };
}
