import type * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { DataRetentionPolicy } from './generated/data-retention-policy.ts';
import { RemoteStateConsumer } from './generated/remote-state-consumer.ts';
import { WorkspaceLock } from './generated/workspace-lock.ts';
import { WorkspaceSshKey } from './generated/workspace-ssh-key.ts';
import { literalValue } from './literal.ts';

/** Any workspace that others can be tied to: `Workspace`, `NoCodeWorkspace`. */
export interface TiedWorkspace extends Construct {
  readonly id: string;
  readonly nameInput?: string | undefined;
  readonly projectIdInput?: string | undefined;
  provider?: cdktf.TerraformProvider;
}

/** For how long states and configurations are kept: a number of days, or for ever. */
export type Retention = { readonly days: number; readonly forever?: never } | { readonly forever: true; readonly days?: never };

/** The ID of a construct that relates two others: the name of the other one, made unique where two have the same name. */
export const relationId = (
  scope: Construct,
  prefix: string,
  other: TiedWorkspace | (Construct & { readonly nameInput?: string | undefined }),
): string => {
  const id = `${prefix}-${literalValue(other.nameInput) ?? other.node.id}`;
  const existing = scope.node.tryFindChild(id);
  return existing && relatedConstructs.get(existing) !== other ? `${id}-${other.node.addr.slice(-8)}` : id;
};

/** The construct at the other end of a relation. */
export const relatedConstructs = new WeakMap<object, Construct>();

const throwIfDefined = (workspace: TiedWorkspace, id: string, what: string): void => {
  if (workspace.node.tryFindChild(id)) throw new Error(`[${workspace.node.path}] ${what} already. Declare it once.`);
};

export const addLock = (workspace: TiedWorkspace, reason: string): WorkspaceLock => {
  throwIfDefined(workspace, 'lock', 'is locked');
  return new WorkspaceLock(workspace, 'lock', { workspaceId: workspace.id, reason, provider: workspace.provider });
};

export const addSshKey = (workspace: TiedWorkspace, sshKeyId: string): WorkspaceSshKey => {
  throwIfDefined(workspace, 'ssh-key', 'has an SSH key');
  return new WorkspaceSshKey(workspace, 'ssh-key', { workspaceId: workspace.id, sshKeyId, provider: workspace.provider });
};

export const addRetention = (workspace: TiedWorkspace, how: Retention): DataRetentionPolicy => {
  throwIfDefined(workspace, 'retention', 'has a data retention policy');
  const policy = how.forever ? { dontDelete: true } : { deleteOlderThanNDays: how.days };
  return new DataRetentionPolicy(workspace, 'retention', { workspaceId: workspace.id, ...policy, provider: workspace.provider });
};

/** Each of the others may read its state; whoever else may is left alone. */
export const addStateConsumers = (workspace: TiedWorkspace, others: readonly TiedWorkspace[]): void => {
  for (const other of others) {
    const id = relationId(workspace, 'state-for', other);
    if (other === workspace || workspace.node.tryFindChild(id)) continue;
    relatedConstructs.set(
      new RemoteStateConsumer(workspace, id, { workspaceId: workspace.id, consumerId: other.id, provider: workspace.provider }),
      other,
    );
  }
};
