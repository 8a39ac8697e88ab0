import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif/index.ts';
import { text } from './text/index.ts';
import type { Report, ReportFormat } from './types.ts';

export { type Counts, countsOf } from './counts.ts';
export { wantsColors } from './text/colors.ts';
export type { Context, Report, ReportFormat } from './types.ts';

/** `reports.sarif(findings, context)` */
export const reports: { readonly [format in ReportFormat]: Report } = { text, json, sarif, github, junit };
