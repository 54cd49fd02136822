export type RulerPalette = Record<
  'wave' | 'active' | 'hatch' | 'axis' | 'text' | 'caution' | 'danger' | 'safe' | 'ground' | 'find',
  string
> & {
  font: string;
  /** By tone, from 1. */
  lanes: readonly string[];
  /** How many lanes there is room for: a narrow screen has one. */
  laneRows: number;
};

export type Lane = { top: number; height: number };
