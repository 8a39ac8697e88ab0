import { Workspace } from '@slipway/constructs';
import { NotificationConfiguration } from '@slipway/constructs/gen/notification-configuration';
import type { Construct } from 'constructs';

export const chat = (scope: Construct) =>
  new NotificationConfiguration(scope, 'chat', {
    workspaceId: new Workspace(scope, 'network', { name: 'network' }).id,
    name: 'chat',
    destinationType: 'slack',
    url: 'https://chat.example.com/hooks/platform',
    triggers: ['run:errored', 'run:needs_attention'],
    enabled: true,
  });
