import { CiProject } from '@slipway/constructs/gen/ci-project';
import { CiProjectVariable } from '@slipway/constructs/gen/ci-project-variable';
import type { Construct } from 'constructs';

export const level = (scope: Construct) => {
  const web = new CiProject(scope, 'web', { name: 'web' });
  return new CiProjectVariable(scope, 'level', { projectSlug: web.slug, name: 'LOG_LEVEL', value: 'debug' });
};
