import { CiTrigger } from '@slipway/constructs/gen/ci-trigger';
import type { Construct } from 'constructs';

export const pushes = (scope: Construct) => new CiTrigger(scope, 'pushes', {
  projectId: '33333333-3333-4333-8333-333333333333', pipelineDefinitionId: '44444444-4444-4444-8444-444444444444',
  eventSourceProvider: 'codehost_app', eventSourceRepoExternalId: '101', eventPreset: 'all-pushes',
});
