import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber } from '../table.ts';
import type { ReleaseFigure } from './release-figures.ts';
import type { MeasuredFigure, ReleaseRecord } from './release-record.ts';

/** Where a generated table stands on a page: between two comments. */
export interface TablePlace {
  readonly before: string;
  readonly after: string;
}
export const releasePlace: TablePlace = {
  before: '<!-- release: written by `npm run bench -- --write` -->\n',
  after: '<!-- release: end -->',
};
const releasePage = join(import.meta.dirname, '../../../docs/bench.md');

/** What stands between the comments. Throws if the page does not have them. */
export const readTable = (page: string, { before, after }: TablePlace): string => {
  const [start, end] = [page.indexOf(before), page.indexOf(after)];
  if (start < 0 || end < start) throw new Error(`the page has no lines ${before}${after}`);
  return page.slice(start + before.length, end);
};
export const replaceTable = (file: string, place: TablePlace, text: string): void => {
  const page = readFileSync(file, 'utf8');
  readTable(page, place);
  const start = page.indexOf(place.before) + place.before.length;
  writeFileSync(file, `${page.slice(0, start)}${text}${page.slice(page.indexOf(place.after))}`);
};

const describeValue = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`;

const renderRow = ({ title, value, unit, divisor, ratio, date }: MeasuredFigure, goal: string): string => {
  const divided = divisor.value === null ? divisor.title : `${divisor.title}: ${describeValue(divisor.value, divisor.unit)}`;
  const own = divisor.value === null ? '' : describeValue(value, unit);
  return `| ${title} | ${goal} | ${own} | ${divided} | **${formatNumber(ratio)}** | ${date} |`;
};

/** The table of a release, what it lacks, and where it was measured. */
export const renderRelease = ({ release, figures }: ReleaseRecord, definitions: readonly ReleaseFigure[]): string => {
  const goals = new Map(definitions.map(({ title, goal }) => [title, goal]));
  const missing = definitions.filter(({ title }) => !figures.some((figure) => figure.title === title));
  const machines = [...new Set(figures.map(({ machine }) => machine))];
  const notMeasured = missing.map(({ title, part }) => `${title} (\`npm run bench -- ${part} --write\`)`).join('; ');
  return [
    '',
    '| what | goal | median | divided by | ratio | measured |',
    '|---|---|---|---|---|---|',
    ...figures.map((figure) => renderRow(figure, goals.get(figure.title) ?? '')),
    '',
    `Release ${release}. Not measured against what stands beside it so far: ${notMeasured || 'nothing'}.`,
    '',
    ...machines.map((machine) => `Measured on ${machine}.`),
    '',
    '',
  ].join('\n');
};

/** docs/bench.md as it is. */
export const readReleasePage = (): string => readFileSync(releasePage, 'utf8');
export const writeReleasePage = (record: ReleaseRecord, definitions: readonly ReleaseFigure[]): void =>
  replaceTable(releasePage, releasePlace, renderRelease(record, definitions));
