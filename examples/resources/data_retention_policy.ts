import { Workspace } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const aQuarter = (scope: Construct) => new Workspace(scope, 'network', { name: 'network' }).retainData({ days: 90 });

export const always = (scope: Construct) => new Workspace(scope, 'ledger', { name: 'ledger' }).retainData({ forever: true });
