import { Workspace } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const modules = (scope: Construct) => new Workspace(scope, 'network', { name: 'network' }).sshKey('sshkey-modules');
