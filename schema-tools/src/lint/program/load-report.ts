import { textReport } from '../reports/text/index.ts';
import type { Report, ReportFormat } from '../reports/report.ts';

/** Reports for programs, each loaded only if it is requested. */
export async function loadReport(format: ReportFormat): Promise<Report> {
  switch (format) {
    case 'text':
      return textReport;
    case 'json':
      return (await import('../reports/json.ts')).jsonReport;
    case 'sarif':
      return (await import('../reports/sarif/index.ts')).sarifReport;
    case 'github':
      return (await import('../reports/github.ts')).githubReport;
    case 'junit':
      return (await import('../reports/junit.ts')).junitReport;
  }
}
