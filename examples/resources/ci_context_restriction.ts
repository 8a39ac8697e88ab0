import { CiContext } from '@slipway/constructs/gen/ci-context';
import { CiContextRestriction } from '@slipway/constructs/gen/ci-context-restriction';
import type { Construct } from 'constructs';

export const mainOnly = (scope: Construct) => {
  const deploy = new CiContext(scope, 'deploy', { name: 'deploy' });
  return new CiContextRestriction(scope, 'main_only', {
    contextId: deploy.id, restrictionType: 'expression', restrictionValue: 'pipeline.git.branch == "main" and not job.ssh.enabled',
  });
};
