import { cpus, totalmem } from 'node:os';

/** A goal with its limit. `met` is null if the value or its peer could not be measured. */
export type Goal = {
  name: string;
  value: number | null;
  unit: string;
  op: '<=' | '>=';
  limit: number;
  met: boolean | null;
};

type Row = Record<string, string | number>;

export type Report = {
  name: string;
  rows: Row[];
  more?: Row[][];
  figures: Record<string, unknown>;
  goals: Goal[];
  /** True if a goal is missed that holds on every machine. Then the command exits with 1. */
  isFailed?: boolean;
};

export function goal(name: string, value: number | null, unit: string, op: Goal['op'], limit: number): Goal {
  const met = value === null ? null : op === '<=' ? value <= limit : value >= limit;
  return { name, value: value === null ? null : round(value), unit, op, limit, met };
}

/** Rounds to four significant digits. */
export const round = (value: number): number => Number(value.toPrecision(4));

/** Returns the value below which this share of the values lies, by nearest rank; NaN without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

function printTable(rows: Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, index) => (index ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!)))
        .join('  '),
    );
  }
  console.log('');
}

/** Prints the tables, then the goals, and as the last line one JSON object. */
export function print({ name, rows, more = [], figures, goals }: Report): void {
  for (const table of [rows, ...more]) printTable(table);
  for (const { name: goalName, value, unit, op, limit, met } of goals) {
    const verdict = met === null ? 'not measured' : met ? 'met' : 'not met';
    console.log(`${verdict.padEnd(12)} ${goalName}: ${value ?? '–'} ${unit} (${op} ${limit})`);
  }
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
  console.log(JSON.stringify({ name, machine, figures, goals }));
}
