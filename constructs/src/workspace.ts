import type { Construct } from 'constructs';
import { DataSlipwayWorkspace } from './generated/data-slipway-workspace.ts';
import { Workspace as Generated, type WorkspaceConfig as GeneratedConfig } from './generated/workspace.ts';
import type { LookUpOptions } from './existing.ts';
import { literalValue, addValidation } from './literal.ts';
import { targetsOf } from './relation.ts';
import type { TiedProject } from './set-application.ts';
import { TagList } from './tags.ts';
import type { TiedWorkspace } from './tied-workspace.ts';
import { withWorkspaceMethods } from './workspace-methods.ts';

export interface WorkspaceConfig extends GeneratedConfig {
  /** The project it belongs to, instead of `projectId`. */
  readonly project?: TiedProject;
}

/** A workspace that exists already: nothing of it is managed but what is declared here. */
export class ExistingWorkspace extends withWorkspaceMethods(DataSlipwayWorkspace) {}

/** A workspace. It stands at the same address as the generated one: moving from that needs no `moved` block. */
export class Workspace extends withWorkspaceMethods(Generated) {
  /** One that exists, looked up by its name at plan. */
  public static fromName(scope: Construct, id: string, name: string, options: LookUpOptions = {}): ExistingWorkspace {
    return new ExistingWorkspace(scope, id, { ...options, name });
  }

  /** One that exists, looked up by its ID at plan. */
  public static fromId(scope: Construct, id: string, workspaceId: string, options: LookUpOptions = {}): ExistingWorkspace {
    return new ExistingWorkspace(scope, id, { ...options, id: workspaceId });
  }

  readonly #tags: TagList;
  #shares = false;
  #sharesWithItself = false;

  public constructor(scope: Construct, id: string, config: WorkspaceConfig) {
    super(scope, id, config.project ? { ...config, projectId: config.project.id } : config);
    this.#tags = new TagList(this);
    addValidation(this, () => [
      config.project && config.projectId !== undefined && 'Give `project` or `projectId`, not both.',
      ...this.#tags.errors(),
      this.#sharesWithItself && 'A workspace reads its own state anyway: do not share it with itself.',
      (this.#shares || targetsOf(this, 'state').length > 0) &&
        literalValue(this.globalRemoteStateInput) === true &&
        'Its state is open to the whole organization (`globalRemoteState`), so it cannot be shared with single workspaces as ' +
          'well. Set `globalRemoteState: false`.',
    ]);
  }

  /** Key-value tags, `tag({ env: 'prod' })`, and flat ones, `tag('shared', 'eu')`; added to those it has. */
  public tag(...tags: readonly (string | { readonly [key: string]: string })[]): this {
    this.#tags.add(tags);
    return this;
  }

  /** Lets other workspaces read its state. Consumers from elsewhere are kept, so two workspaces can read each other's state. */
  public override shareStateWith(...others: readonly TiedWorkspace[]): this {
    this.#shares ||= others.length > 0;
    this.#sharesWithItself ||= others.some((one) => one === this);
    return super.shareStateWith(...others);
  }
}
