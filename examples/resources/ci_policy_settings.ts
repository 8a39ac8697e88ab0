import { CiPolicySettings } from '@slipway/constructs/gen/ci-policy-settings';
import type { Construct } from 'constructs';

export const decide = (scope: Construct) =>
  new CiPolicySettings(scope, 'acme', { ownerId: '00000000-0000-4000-8000-0000000000ac', enabled: true });
