import { RegistryModule } from '@slipway/constructs/gen/registry-module';
import type { Construct } from 'constructs';

export const vpc = (scope: Construct) => new RegistryModule(scope, 'vpc', { name: 'vpc', moduleProvider: 'aws' });
