/** The recorder's own worker before a server that is in it, too, on storage that a test can fill. */
import './full-disk.ts';
import './xhr-double.ts';
import '#workers/recorder/recorder.worker.ts';
