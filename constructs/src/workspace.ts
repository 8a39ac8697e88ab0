import type { Construct } from 'constructs';
import type { DataRetentionPolicy } from './generated/data-retention-policy.ts';
import type { WorkspaceLock } from './generated/workspace-lock.ts';
import type { WorkspaceSshKey } from './generated/workspace-ssh-key.ts';
import { Workspace as Generated, type WorkspaceConfig as GeneratedConfig } from './generated/workspace.ts';
import { literalValue, addValidation } from './literal.ts';
import type { Project } from './generated/project.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import { TagList } from './tags.ts';
import { addLock, type Retention, addRetention, addStateConsumers, addSshKey, type TiedWorkspace } from './tied-workspace.ts';
import { VariableSet, type VariableSetConfig } from './variable-set.ts';

export interface WorkspaceConfig extends GeneratedConfig {
  /** The project it belongs to, instead of `projectId`. */
  readonly project?: Project;
}

/** A workspace. It stands at the same address as the generated one: moving from that needs no `moved` block. */
export class Workspace extends Generated implements TiedWorkspace {
  readonly #tags: TagList;

  public constructor(scope: Construct, id: string, config: WorkspaceConfig) {
    super(scope, id, config.project ? { ...config, projectId: config.project.id } : config);
    this.#tags = new TagList(this);
    addValidation(this, () => [
      config.project && config.projectId !== undefined && 'Give `project` or `projectId`, not both.',
      ...this.#tags.errors(),
      this.#sharesWithItself && 'A workspace reads its own state anyway: do not share it with itself.',
      this.#shares &&
        literalValue(this.globalRemoteStateInput) === true &&
        'Its state is open to the whole organization (`globalRemoteState`), so it cannot be shared with single workspaces as ' +
          'well. Set `globalRemoteState: false`.',
    ]);
  }

  #shares = false;
  #sharesWithItself = false;

  /** Key-value tags, `tag({ env: 'prod' })`, and flat ones, `tag('shared', 'eu')`; added to those it has. */
  public tag(...tags: readonly (string | { readonly [key: string]: string })[]): this {
    this.#tags.add(tags);
    return this;
  }

  /** The others may read its state. Whoever else may is left alone, so two workspaces may read each other. */
  public shareStateWith(...others: readonly TiedWorkspace[]): this {
    this.#shares ||= others.length > 0;
    this.#sharesWithItself ||= others.some((one) => one === this);
    addStateConsumers(this, others);
    return this;
  }

  /** Locked for as long as the lock is declared. */
  public lock(reason: string): WorkspaceLock {
    return addLock(this, reason);
  }

  /** The SSH key that its modules are fetched with. */
  public sshKey(id: string): WorkspaceSshKey {
    return addSshKey(this, id);
  }

  /** `{ days: 90 }` or `{ forever: true }`; only the self-hosted edition has it. */
  public retainData(how: Retention): DataRetentionPolicy {
    return addRetention(this, how);
  }

  /** A variable set for this workspace. */
  public variableSet(name: string, { id, ...config }: Omit<VariableSetConfig, 'name'> & ChildOptions = {}): VariableSet {
    const inherited = { organization: this.organizationInput, provider: this.provider };
    const own = childId(this, 'variables', 'name of the set', name, id);
    return warnAboutRename(new VariableSet(this, own, { ...inherited, ...config, name }), 'variables').applyTo(this);
  }
}
