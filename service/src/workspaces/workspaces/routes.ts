import type { Route } from '../../http/route.ts';
import { routes as dataRetentionPolicy } from './data-retention-policy.ts';
import { routes as lock } from './lock.ts';
import { routes as remoteStateConsumers } from './remote-state-consumers.ts';
import { routes as sshKey } from './ssh-key.ts';
import { routes as workspaces } from './workspaces.ts';

/** The endpoints of workspaces themselves: lock, SSH key, consumers of their state and retention. */
export const routes: readonly Route[] = [workspaces, lock, sshKey, remoteStateConsumers, dataRetentionPolicy].flat();
