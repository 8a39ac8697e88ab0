import { VariableSet } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const everywhere = (scope: Construct) =>
  new VariableSet(scope, 'everywhere', { name: 'everywhere', description: 'For every workspace.', global: true }).env('TZ', 'UTC');
