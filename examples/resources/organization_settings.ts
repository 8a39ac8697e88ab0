import { OrganizationSettings } from '@slipway/constructs/gen/organization-settings';
import type { Construct } from 'constructs';

export const acme = (scope: Construct) =>
  new OrganizationSettings(scope, 'acme', {
    defaultExecutionMode: 'remote',
    assessmentsEnforced: true,
    costEstimationEnabled: false,
    sessionTimeout: 60,
  });
