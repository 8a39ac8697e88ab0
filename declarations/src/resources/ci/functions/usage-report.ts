import { gunzipSync } from 'node:zlib';
import { providerFunction, listOf, mapOf, ArgumentError, string } from '../../../declare/index.ts';
import { parseReportRows } from '../report-rows.ts';

const maximumBytes = 64 * 1024 * 1024;

/** The text itself, or that of the gzipped file in base64, as the engine reads binary files. */
const readReport = (report: string): string => {
  if (!report.startsWith('H4sI')) return report;
  try {
    return gunzipSync(Buffer.from(report, 'base64'), { maxOutputLength: maximumBytes }).toString('utf8');
  } catch (error) {
    throw new ArgumentError(0, `this looks like a gzipped file in base64 and is none: ${(error as Error).message}`);
  }
};

export const usageReportRows = providerFunction('usage_report_rows', {
  summary: 'The rows of a usage report.',
  doc:
    'One map for each row of a part of a usage export, by column name in lower case (`organization_id`, `job_name`, ' +
    '`total_credits` …). Takes the text, or the gzipped file in base64 (`filebase64`).',
  parameters: [{ name: 'report', doc: 'The file.', kind: string }],
  returns: listOf(mapOf(string)),
  call: (report: string) => parseReportRows(readReport(report)),
});
