import { visibleFindings } from '../counts.ts';
import type { Report } from '../report.ts';
import { painter } from './colors.ts';
import { findingLines } from './finding-lines.ts';
import { lineReader } from './line-reader.ts';
import { summary } from './summary.ts';

/** The report for people: each finding with its place in the source, then a summary. */
export const textReport: Report = (findings, context) => {
  const lineOf = lineReader(context.source);
  const paint = painter(context.colors ?? false);
  const blocks = visibleFindings(findings).map((finding) => `${findingLines(finding, lineOf, context.width ?? 120, paint).join('\n')}\n`);
  return [...blocks, `${summary(findings, context).join('\n')}\n`].join('\n');
};
