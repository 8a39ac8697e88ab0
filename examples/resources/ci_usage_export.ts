import { CiOrganization } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const january = (scope: Construct) =>
  new CiOrganization(scope, 'acme', { id: '00000000-0000-4000-8000-0000000000ac' }).usage({
    start: '2026-01-01T00:00:00Z',
    end: '2026-01-31T00:00:00Z',
  });
