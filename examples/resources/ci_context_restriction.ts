import { CiContext, CiProject } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const restricted = (scope: Construct) => {
  const web = new CiProject(scope, 'web', { name: 'web' });
  return new CiContext(scope, 'deploy', { name: 'deploy' }).restrictTo(web, 'pipeline.git.branch == "main" and not job.ssh.enabled');
};
