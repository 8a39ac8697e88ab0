import { CiPipelineDefinition } from '@slipway/constructs/gen/ci-pipeline-definition';
import { CiProject } from '@slipway/constructs/gen/ci-project';
import type { Construct } from 'constructs';

export const build = (scope: Construct) => {
  const web = new CiProject(scope, 'web', { name: 'web' });
  return new CiPipelineDefinition(scope, 'build', {
    projectId: web.id, name: 'build', configSourceProvider: 'codehost_app', configSourceRepoExternalId: '101', configSourceFilePath: '.ci/config.yml',
    checkoutSourceProvider: 'codehost_app', checkoutSourceRepoExternalId: '101',
  });
};
