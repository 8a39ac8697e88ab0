import { WorkspaceVariable } from './generated/workspace-variable.ts';
import type { DataRetentionPolicy } from './generated/data-retention-policy.ts';
import type { WorkspaceLock } from './generated/workspace-lock.ts';
import type { WorkspaceSshKey } from './generated/workspace-ssh-key.ts';
import type { Related } from './relation.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import { applySet } from './set-application.ts';
import { grantInWorkspace, type WorkspaceGrant } from './team-access.ts';
import {
  addLock,
  addNotification,
  addRetention,
  addRunTrigger,
  addSshKey,
  addStateConsumer,
  type NotificationOptions,
  type Retention,
  type TiedWorkspace,
} from './tied-workspace.ts';
import { declareVariable, type VariableOptions, type VariableValue } from './variable.ts';
import { VariableSet, type VariableSetConfig } from './variable-set.ts';

type WorkspaceClass = new (...args: any[]) => TiedWorkspace;

/** What can be declared of any workspace, whether it is made here or exists. Each relation can be declared at either end. */
// oxlint-disable-next-line max-lines-per-function -- a class that takes its base class is one function
export const withWorkspaceMethods = <B extends WorkspaceClass>(base: B) =>
  class extends base {
    /**
     * A variable of the engine, or with `{ env: true }` of the environment. A sensitive one goes by `value_wo`: it is sent
     * and never stored in plan or state. Lists, objects, numbers and booleans are written as code (`hcl`).
     */
    public variable(key: string, value: VariableValue, options: VariableOptions = {}): this {
      declareVariable(this, key, value, options, (id, config) => new WorkspaceVariable(this, id, { ...config, workspaceId: this.id }));
      return this;
    }

    /** A variable of the environment. */
    public env(key: string, value: VariableValue, options: Omit<VariableOptions, 'env' | 'hcl' | 'category'> = {}): this {
      return this.variable(key, value, { ...options, env: true });
    }

    /** The others may read its state. Whoever else may is left alone, so two workspaces may read each other. */
    public shareStateWith(...others: readonly TiedWorkspace[]): this {
      for (const other of others) addStateConsumer(this, this, other);
      return this;
    }

    /** It may read the state of the others: `shareStateWith`, declared by the reader and in its stack. */
    public readStateOf(...others: readonly TiedWorkspace[]): this {
      for (const other of others) addStateConsumer(this, other, this);
      return this;
    }

    /** An apply of one of the others queues a run of it. */
    public triggeredBy(...others: readonly TiedWorkspace[]): this {
      for (const other of others) addRunTrigger(this, other, this);
      return this;
    }

    /** Its apply queues a run of each of the others: `triggeredBy`, declared by the source and in its stack. */
    public triggers(...others: readonly TiedWorkspace[]): this {
      for (const other of others) addRunTrigger(this, this, other);
      return this;
    }

    /** What a team may do in it: `grant(team, 'write')`, or single rights, `grant(team, { runs: 'apply' })`. */
    public grant(team: Related, access: WorkspaceGrant): this {
      grantInWorkspace(this, team, this, access);
      return this;
    }

    /** A variable set for this workspace. */
    public variableSet(name: string, { id, ...config }: Omit<VariableSetConfig, 'name'> & ChildOptions = {}): VariableSet {
      const inherited = { organization: this.organizationInput, provider: this.provider };
      const own = childId(this, 'variables', 'name of the set', name, id);
      return warnAboutRename(new VariableSet(this, own, { ...inherited, ...config, name }), 'variables').applyTo(this);
    }

    /** It has the variables of the sets: `applyTo`, declared by the workspace and in its stack. */
    public useVariableSet(...sets: readonly Related[]): this {
      for (const set of sets) applySet(this, set, this);
      return this;
    }

    /** Tells of its runs: `notify('chat', { destinationType: 'slack', url, triggers: ['run:errored'] })`. */
    public notify(name: string, options: NotificationOptions & ChildOptions): this {
      addNotification(this, name, options);
      return this;
    }

    /** Locked for as long as the lock is declared. */
    public lock(reason: string): WorkspaceLock {
      return addLock(this, reason);
    }

    /** The SSH key that its modules are fetched with, or its ID. */
    public sshKey(key: string | Related): WorkspaceSshKey {
      return addSshKey(this, key);
    }

    /** `{ days: 90 }` or `{ forever: true }`; only the self-hosted edition has it. */
    public retainData(how: Retention): DataRetentionPolicy {
      return addRetention(this, how);
    }
  };
