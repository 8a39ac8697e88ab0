import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, median } from '../figure.ts';
import type { ReleaseFigure } from './release-figures.ts';

/** What one figure was when it was last measured for a release. */
export interface MeasuredFigure {
  readonly title: string;
  readonly command: string;
  /** A median. */
  readonly value: number;
  readonly unit: Figure['unit'];
  /** What does not change with the project, measured in the same run. `value` is null where the figure is measured as a ratio. */
  readonly divisor: { readonly title: string; readonly value: number | null; readonly unit: Figure['unit'] };
  readonly ratio: number;
  /** `2026-11-28 20:42 UTC` */
  readonly date: string;
  readonly machine: string;
}
export interface ReleaseRecord {
  readonly release: string;
  readonly figures: readonly MeasuredFigure[];
}
/** When and where a run measured. */
export type RunPlace = Pick<MeasuredFigure, 'date' | 'machine'>;

const round = (value: number, digits: number): number => Number(value.toPrecision(digits));

/** Factors by which seconds become milliseconds where a figure and its divisor have different units. */
const inMilliseconds: { readonly [unit in Figure['unit']]?: number } = { ms: 1, s: 1000, 'CPU s': 1000 };

const divide = (value: number, unit: Figure['unit'], divisor: number, divisorUnit: Figure['unit']): number => {
  if (unit === divisorUnit) return value / divisor;
  const [own, other] = [inMilliseconds[unit], inMilliseconds[divisorUnit]];
  if (own === undefined || other === undefined) throw new Error(`${unit} cannot be divided by ${divisorUnit}`);
  return (value * own) / (divisor * other);
};

const findMeasured = (figures: readonly Figure[], title: string): Figure | undefined =>
  figures.find((figure) => figure.title === title && figure.samples.length > 0);

/** The figure by what a run of its part measured; undefined: the run did not measure it, or not what it is divided by. */
const readFigure = (
  { title, part, figure, divisor }: ReleaseFigure,
  figures: readonly Figure[],
  place: RunPlace,
): MeasuredFigure | undefined => {
  const own = findMeasured(figures, figure);
  if (!own) return undefined;
  const command = `npm run bench -- ${part}`;
  const value = round(median(own.samples), 4);
  const { unit } = own;
  if (unit === '×') return { title, command, value, unit, divisor: { title: divisor, value: null, unit }, ratio: value, ...place };
  const other = findMeasured(figures, divisor);
  if (!other) return undefined;
  const divided = { title: divisor, value: round(median(other.samples), 4), unit: other.unit };
  return { title, command, value, unit, divisor: divided, ratio: round(divide(value, unit, divided.value, other.unit), 3), ...place };
};

/** The record after a run of some parts: what they measured is new, the rest stays with its date. In the order of the definitions. */
export const updateRecord = (
  known: ReleaseRecord,
  definitions: readonly ReleaseFigure[],
  measured: ReadonlyMap<string, readonly Figure[]>,
  place: RunPlace,
): ReleaseRecord => ({
  ...known,
  figures: definitions.flatMap((definition) => {
    const now = readFigure(definition, measured.get(definition.part) ?? [], place);
    const figure = now ?? known.figures.find(({ title }) => title === definition.title);
    return figure ? [figure] : [];
  }),
});

const folder = join(import.meta.dirname, '../../releases');
const byNumber = new Intl.Collator('en', { numeric: true });

/** The newest of versions: 0.10.0 after 0.9.0. undefined: there is none. */
export const newestVersion = (versions: readonly string[]): string | undefined => versions.toSorted(byNumber.compare).at(-1);

/** What is kept for a version; an empty record before its first run. */
export const readRelease = (version: string): ReleaseRecord => {
  const file = join(folder, `${version}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord) : { release: version, figures: [] };
};
export const readNewestRelease = (): ReleaseRecord => {
  const version = newestVersion(readdirSync(folder).map((name) => name.replace(/\.json$/, '')));
  if (version === undefined) throw new Error('bench/releases has no file');
  return readRelease(version);
};
export const writeRelease = (record: ReleaseRecord): void =>
  writeFileSync(join(folder, `${record.release}.json`), `${JSON.stringify(record, null, 2)}\n`);
