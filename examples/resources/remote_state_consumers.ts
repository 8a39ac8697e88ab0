import { Workspace } from '@slipway/constructs';
import { RemoteStateConsumers } from '@slipway/constructs/gen/remote-state-consumers';
import type { Construct } from 'constructs';

/** All of them, and no others. `network.shareStateWith(payments)` leaves others alone. */
export const consumers = (scope: Construct) => {
  const network = new Workspace(scope, 'network', { name: 'network', globalRemoteState: false });
  const payments = new Workspace(scope, 'payments', { name: 'payments' });
  return new RemoteStateConsumers(scope, 'consumers', { workspaceId: network.id, consumerIds: [payments.id] });
};
