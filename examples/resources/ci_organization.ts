import { CiOrganization } from '@slipway/constructs/gen/ci-organization';
import type { Construct } from 'constructs';

export const initech = (scope: Construct) => new CiOrganization(scope, 'initech', { name: 'initech' });
