import { bestSample, type Figure, median, targetStatus } from './figure.ts';

export const formatNumber = (value: number): string =>
  value >= 1000
    ? Math.round(value).toLocaleString('en-US')
    : value >= 100 || Number.isInteger(value)
      ? String(Math.round(value))
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);

const headings = ['what', 'median; best', 'rounds', 'target', 'verdict', 'why'];

const cells = (figure: Figure): readonly string[] => {
  const { title: what, unit, samples, target, explanation: why } = figure;
  const verdict = targetStatus(figure);
  return [
    what,
    samples.length === 0
      ? '–'
      : samples.length === 1
        ? `${formatNumber(samples[0]!)} ${unit}`
        : `${formatNumber(median(samples))}; ${formatNumber(bestSample(figure))} ${unit}`,
    String(samples.length),
    !target ? '' : 'atMost' in target ? `≤ ${formatNumber(target.atMost)}` : `≥ ${formatNumber(target.atLeast)}`,
    verdict,
    verdict === 'missed' || verdict === 'not measured' ? (why ?? 'what takes the time is not measured by this part') : '',
  ];
};

/** A Markdown table that reads as well in a terminal: all columns but the last are padded. */
export const figureTable = (figures: readonly Figure[]): string => {
  const rows = [headings, ...figures.map(cells)];
  const widths = headings.map((_, at) => (at === headings.length - 1 ? 3 : Math.max(...rows.map((row) => row[at]!.length))));
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(headings), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.slice(1).map(line)].join('\n');
};
