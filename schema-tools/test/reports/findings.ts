import type { Finding } from '../../src/lint/finding.ts';
import type { ReportContext } from '../../src/lint/reports/index.ts';

export const sampleFinding = (members: Partial<Finding> = {}): Finding => ({
  file: 'src/a.yaml',
  line: 2,
  column: 3,
  endLine: 2,
  endColumn: 7,
  pointer: '/in/city',
  rule: 'deprecated',
  severity: 'warning',
  message: 'Write `place`.',
  ...members,
});
export const sampleContext = (members: Partial<ReportContext> = {}): ReportContext => ({
  version: '1.2.3',
  files: ['src/a.yaml'],
  ...members,
});
