import { githubReport } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif/index.ts';
import { textReport } from './text/index.ts';
import type { Report, ReportFormat } from './report.ts';

export { type FindingCounts, countFindings } from './counts.ts';
export { wantsColors } from './text/colors.ts';
export type { ReportContext, Report, ReportFormat } from './report.ts';

/** The reports by format: `reports.sarif(findings, context)`. */
export const reports: { readonly [format in ReportFormat]: Report } = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  junit: junitReport,
};
