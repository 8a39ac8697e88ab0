import { text } from '../reports/text/index.ts';
import type { Report, ReportFormat } from '../reports/types.ts';

/** Of the reports for programs, only the one that is asked for is loaded. */
export async function reportOf(format: ReportFormat): Promise<Report> {
  switch (format) {
    case 'text': return text;
    case 'json': return (await import('../reports/json.ts')).json;
    case 'sarif': return (await import('../reports/sarif/index.ts')).sarif;
    case 'github': return (await import('../reports/github.ts')).github;
    case 'junit': return (await import('../reports/junit.ts')).junit;
  }
}
