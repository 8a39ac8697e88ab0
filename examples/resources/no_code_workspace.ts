import { NoCodeModule } from '@slipway/constructs';
import type { Construct } from 'constructs';

/** A value that is not offered does not compile. */
export const reports = (scope: Construct) =>
  new NoCodeModule(scope, 'bucket', { registryModuleId: 'mod-bucket', enabled: true, versionPin: '1.1.0' })
    .offer('region', ['eu', 'us'])
    .offer('versions_kept', [1, 10])
    .workspace('reports-bucket', { variables: { region: 'eu', versions_kept: 10, owner: 'payments' } });
