/** Builds the page if its sources have changed, or always with `force`. Returns an exit code. */
export function build(force?: boolean): Promise<number>;
/** Compresses the files of a folder that become smaller by it. */
export function compressFiles(dir: string): Promise<void>;
