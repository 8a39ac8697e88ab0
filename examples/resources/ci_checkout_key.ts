import { CiCheckoutKey } from '@slipway/constructs/gen/ci-checkout-key';
import type { Construct } from 'constructs';

export const key = (scope: Construct) => new CiCheckoutKey(scope, 'web', { projectSlug: 'gh/acme/web', type: 'deploy-key' });
