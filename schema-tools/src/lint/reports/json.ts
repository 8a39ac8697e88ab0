import type { Finding } from '../finding.ts';
import { visibleFindings } from './counts.ts';
import type { Report } from './report.ts';

/** The members that programs read, in this order, and no others. */
export const findingRow = ({
  file,
  line,
  column,
  endLine,
  endColumn,
  pointer,
  rule,
  severity,
  message,
  replacement,
  isUncertain,
  related,
  baseline,
}: Finding): Finding => ({
  file,
  line,
  column,
  endLine,
  endColumn,
  pointer,
  rule,
  severity,
  message,
  ...(replacement === undefined ? {} : { replacement }),
  ...(isUncertain ? { isUncertain } : {}),
  ...(related === undefined ? {} : { related }),
  ...(baseline === undefined ? {} : { baseline }),
});

/** An array of findings, one in a line. */
export const jsonReport: Report = (findings) => {
  const rows = visibleFindings(findings).map((finding) => `  ${JSON.stringify(findingRow(finding))}`);
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`;
};
