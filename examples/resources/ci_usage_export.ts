import { CiUsageExport } from '@slipway/constructs/gen/ci-usage-export';
import type { Construct } from 'constructs';

export const january = (scope: Construct) => new CiUsageExport(scope, 'january', {
  organizationId: '00000000-0000-4000-8000-0000000000ac', start: '2026-01-01T00:00:00Z', end: '2026-01-31T00:00:00Z',
});
