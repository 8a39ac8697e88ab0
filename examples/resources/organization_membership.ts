import { OrganizationMembership } from '@slipway/constructs/gen/organization-membership';
import type { Construct } from 'constructs';

export const ann = (scope: Construct) => new OrganizationMembership(scope, 'ann', { email: 'ann@example.com' });
