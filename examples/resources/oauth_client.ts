import { OauthClient } from '@slipway/constructs/gen/oauth-client';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

export const github = (scope: Construct) =>
  new OauthClient(scope, 'github', {
    name: 'GitHub',
    serviceProvider: 'github',
    httpUrl: 'https://github.com',
    apiUrl: 'https://api.github.com',
    oauthTokenStringWo: new TerraformVariable(scope, 'github_token', { type: 'string', sensitive: true }).stringValue,
  });
