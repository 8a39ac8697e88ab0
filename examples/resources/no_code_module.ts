import { NoCodeModule } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const bucket = (scope: Construct) =>
  new NoCodeModule(scope, 'bucket', { registryModuleId: 'mod-bucket', enabled: true, versionPin: '1.1.0' })
    .offer('region', ['eu', 'us'])
    .offer('versions_kept', [1, 10]);
