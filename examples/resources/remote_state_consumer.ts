import { Workspace } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const shared = (scope: Construct) => {
  const network = new Workspace(scope, 'network', { name: 'network', globalRemoteState: false });
  const payments = new Workspace(scope, 'payments', { name: 'payments', globalRemoteState: false });
  // Each reads the other's state.
  network.shareStateWith(payments);
  payments.shareStateWith(network);
};
