import type { Tunnel } from './tunnel.ts';

/** One tab of one browser engine, driven from outside. Journeys that run in every engine are written over it. */
export type EngineDriver = {
  goto(url: string): Promise<void>;
  /**
   * Runs the body of an async function in the page, with `input` as its argument, and resolves with what it returns. Both
   * must be JSON.
   */
  run<T>(body: string, input?: unknown): Promise<T>;
  /** Makes the page's file field hold this file. */
  chooseFile(path: string): Promise<void>;
  /** Makes the page this large, CSS px. */
  resize(width: number, height: number): Promise<void>;
  /** Ends the browser. Its profile is deleted. */
  close(): Promise<void>;
};

export const engines = ['chromium', 'firefox', 'webkit', 'webkit-unshared'] as const;
/** `webkit-unshared` is WebKit without `SharedArrayBuffer`. */
export type Engine = (typeof engines)[number];

export type EngineOptions = {
  /** Path of a wav that the microphone plays, where the engine can do that; else the microphone plays a tone. */
  microphone?: string;
  /** False if the machine has no audio output at all, where the engine could use one. */
  hasOutput?: boolean;
  /** False for a device without a camera. WebKit has one, and the person refuses it. */
  hasCamera?: boolean;
  /** The way to a server with TLS. */
  tunnel?: Tunnel;
};
