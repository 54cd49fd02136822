/** The recorder's worker with a server inside it and with storage that a test can fill. */
import './full-disk.ts';
import './xhr-double.ts';
import '#workers/recorder/recorder.worker.ts';
