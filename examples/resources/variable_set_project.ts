import { Project, VariableSet } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const defaults = (scope: Construct) =>
  new VariableSet(scope, 'defaults', { name: 'defaults' }).applyTo(new Project(scope, 'payments', { name: 'payments' }));
