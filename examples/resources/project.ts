import { Project } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const payments = (scope: Construct) => {
  const project = new Project(scope, 'payments', { name: 'payments', description: 'All that moves money.' }).tag({ team: 'payments' });
  project.workspace('payments-api', { autoApply: true });
  project.variableSet('payments defaults').variable('currencies', ['EUR', 'USD']).applyTo(project);
  return project;
};
