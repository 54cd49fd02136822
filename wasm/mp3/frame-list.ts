/** Creates a list of the positions and lengths of frames, in arrays that grow: about 10 bytes a frame. */
export function createFrameList() {
  let starts = new Float64Array(1_024);
  let sizes = new Uint16Array(1_024);
  let count = 0;

  const grow = () => {
    const larger = new Float64Array(2 * count);
    larger.set(starts);
    starts = larger;
    const wider = new Uint16Array(2 * count);
    wider.set(sizes);
    sizes = wider;
  };

  return {
    add(start: number, bytes: number): void {
      if (count === starts.length) grow();
      starts[count] = start;
      sizes[count] = bytes;
      count++;
    },
    /** The arrays may be longer than `count`. */
    all: () => ({ count, starts, sizes }),
  };
}
