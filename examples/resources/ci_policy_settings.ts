import { CiPolicyBundle } from '@slipway/constructs';
import type { Construct } from 'constructs';

/** Of a folder of policies: `organization.policies('./policies').enforce()`. */
export const decide = (scope: Construct) =>
  new CiPolicyBundle(scope, 'acme', {
    organizationId: '00000000-0000-4000-8000-0000000000ac',
    policies: { 'none.rego': 'package org\n\npolicy_name["none"]\n' },
  }).enforce();
