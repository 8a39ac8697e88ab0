import type * as cdktf from 'cdktf';
import { CiCheckoutKey } from './generated/ci-checkout-key.ts';
import { CiProject as Generated, type CiProjectConfig } from './generated/ci-project.ts';
import { CiProjectSettings, type CiProjectSettingsConfig } from './generated/ci-project-settings.ts';
import { CiProjectVariable } from './generated/ci-project-variable.ts';
import { type CiPipelineConfig, definitionConfig } from './ci-pipeline.ts';
import { CiPipelineDefinition } from './ci-pipeline-definition.ts';
import { addVariable, type CiVariableOptions, type CiVariableValue } from './ci-variable.ts';
import { childId, warnAboutRename } from './rename-warning.ts';

export type { CiProjectConfig };
/** The advanced settings of a project; one that is not given is left as it is. */
export type CiSettings = Omit<CiProjectSettingsConfig, 'projectSlug' | keyof cdktf.TerraformMetaArguments>;

/** A project of the CI service, and what is built in it. */
export class CiProject extends Generated {
  /** An environment variable of its jobs. Its value is sent and never shown again; of the service's mask the last four characters are. */
  public variable(name: string, value: CiVariableValue, options: CiVariableOptions = {}): this {
    addVariable(this, name, value, options, (id, config) => new CiProjectVariable(this, id, { ...config, projectSlug: this.slug }));
    return this;
  }

  /** `settings({ autocancelBuilds: true })`: a setting that is not given stays as it is. */
  public settings(settings: CiSettings): this {
    this.#once('settings', 'has settings');
    new CiProjectSettings(this, 'settings', { ...settings, projectSlug: this.slug, provider: this.provider });
    return this;
  }

  /** A key to check out its code with: of the project alone, or of the user whose token makes it. Its `publicKey` is for the code host. */
  public checkoutKey(type: 'deploy-key' | 'user-key' = 'deploy-key'): CiCheckoutKey {
    this.#once(`checkout-${type}`, `has a ${type}`);
    return new CiCheckoutKey(this, `checkout-${type}`, { projectSlug: this.slug, type, provider: this.provider });
  }

  /** What its pipelines are made of: `pipeline({ name: 'build', repository: '101', config: '.ci/config.yml' }).on('all-pushes')`. */
  public pipeline(config: CiPipelineConfig): CiPipelineDefinition {
    const id = childId(this, 'pipeline', 'name of the pipeline definition', config.name, config.id);
    return warnAboutRename(
      new CiPipelineDefinition(this, id, { provider: this.provider, ...definitionConfig(config), projectId: this.id }),
      'pipeline',
    );
  }

  #once(id: string, what: string): void {
    if (this.node.tryFindChild(id)) throw new Error(`[${this.node.path}] ${what} already. Declare it once.`);
  }
}
