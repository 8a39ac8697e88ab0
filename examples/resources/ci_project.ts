import { CiOrganization } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const web = (scope: Construct) => new CiOrganization(scope, 'acme', { slug: 'gh/acme' }).project('web');
