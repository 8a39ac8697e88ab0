import type * as cdktf from 'cdktf';
import { DataRetentionPolicy } from './generated/data-retention-policy.ts';
import { NotificationConfiguration, type NotificationConfigurationConfig } from './generated/notification-configuration.ts';
import { RemoteStateConsumer } from './generated/remote-state-consumer.ts';
import { RunTrigger } from './generated/run-trigger.ts';
import { WorkspaceLock } from './generated/workspace-lock.ts';
import { WorkspaceSshKey } from './generated/workspace-ssh-key.ts';
import { relate, type Related } from './relation.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';

/** Any workspace that others can be tied to: a resource, a data source. */
export interface TiedWorkspace extends Related {
  readonly projectIdInput?: string | undefined;
}

/** How long states and configurations are kept: a number of days, or for ever. */
export type Retention = { readonly days: number; readonly forever?: never } | { readonly forever: true; readonly days?: never };

const throwIfDefined = (workspace: TiedWorkspace, id: string, what: string): void => {
  if (workspace.node.tryFindChild(id)) throw new Error(`[${workspace.node.path}] ${what} already. Declare it once.`);
};

export const addLock = (workspace: TiedWorkspace, reason: string): WorkspaceLock => {
  throwIfDefined(workspace, 'lock', 'is locked');
  return new WorkspaceLock(workspace, 'lock', { workspaceId: workspace.id, reason, provider: workspace.provider });
};

export const addSshKey = (workspace: TiedWorkspace, key: string | Related): WorkspaceSshKey => {
  throwIfDefined(workspace, 'ssh-key', 'has an SSH key');
  const sshKeyId = typeof key === 'string' ? key : key.id;
  return new WorkspaceSshKey(workspace, 'ssh-key', { workspaceId: workspace.id, sshKeyId, provider: workspace.provider });
};

export const addRetention = (workspace: TiedWorkspace, how: Retention): DataRetentionPolicy => {
  throwIfDefined(workspace, 'retention', 'has a data retention policy');
  const policy = how.forever ? { dontDelete: true } : { deleteOlderThanNDays: how.days };
  return new DataRetentionPolicy(workspace, 'retention', { workspaceId: workspace.id, ...policy, provider: workspace.provider });
};

/** Lets `to` read the state of `from`; consumers from elsewhere are kept. `holder`: the end that declares it. */
export const addStateConsumer = (holder: TiedWorkspace, from: TiedWorkspace, to: TiedWorkspace): void => {
  if (from === to) return;
  const [prefix, inverse] = holder === from ? ['state-for', 'readStateOf'] : ['state-of', 'shareStateWith'];
  relate(
    { kind: 'state', from, to, holder, prefix, inverse },
    (id, provider) => new RemoteStateConsumer(holder, id, { workspaceId: from.id, consumerId: to.id, ...provider }),
  );
};

/** An apply of `from` queues a run of `to`. */
export const addRunTrigger = (holder: TiedWorkspace, from: TiedWorkspace, to: TiedWorkspace): void => {
  if (from === to) throw new Error(`[${holder.node.path}] cannot be triggered by itself. Name another workspace.`);
  const [prefix, inverse] = holder === to ? ['triggered-by', 'triggers'] : ['triggers', 'triggeredBy'];
  relate(
    { kind: 'run', from, to, holder, prefix, inverse },
    (id, provider) => new RunTrigger(holder, id, { workspaceId: to.id, sourceableId: from.id, ...provider }),
  );
};

/** Where notifications go, and about what. */
export type NotificationOptions = Omit<NotificationConfigurationConfig, 'name' | 'workspaceId' | keyof cdktf.TerraformMetaArguments>;

export const addNotification = (workspace: TiedWorkspace, name: string, { id, ...options }: NotificationOptions & ChildOptions): void => {
  const own = childId(workspace, 'notification', 'name of the notification', name, id);
  throwIfDefined(workspace, own, `has the notification "${name}"`);
  const common = { name, workspaceId: workspace.id, provider: workspace.provider };
  warnAboutRename(new NotificationConfiguration(workspace, own, { ...options, ...common }), 'notification');
};
