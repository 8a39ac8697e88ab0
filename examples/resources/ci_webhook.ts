import { CiProject } from '@slipway/constructs';
import { CiWebhook } from '@slipway/constructs/gen/ci-webhook';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

export const chat = (scope: Construct) =>
  new CiWebhook(scope, 'chat', {
    scopeId: new CiProject(scope, 'web', { name: 'web' }).id,
    name: 'chat',
    url: 'https://chat.example.com/hooks/ci',
    events: ['workflow-completed'],
    signingSecretWo: new TerraformVariable(scope, 'signing-secret', { type: 'string', sensitive: true }).stringValue,
  });
