export type RulerPalette = Record<
  'wave' | 'active' | 'hatch' | 'axis' | 'text' | 'caution' | 'danger' | 'safe' | 'ground' | 'find',
  string
> & {
  font: string;
  lanes: readonly string[];
  /** Number of lanes that have room. It is 1 on a narrow screen. */
  laneRows: number;
};

export type Lane = { top: number; height: number };
