import type { Report, ReportFormat } from '../reports/types.ts';

/** Only the report that is asked for is loaded: a small file is linted faster than all of them are. */
export async function reportOf(format: ReportFormat): Promise<Report> {
  switch (format) {
    case 'text': return (await import('../reports/text/index.ts')).text;
    case 'json': return (await import('../reports/json.ts')).json;
    case 'sarif': return (await import('../reports/sarif/index.ts')).sarif;
    case 'github': return (await import('../reports/github.ts')).github;
    case 'junit': return (await import('../reports/junit.ts')).junit;
  }
}
