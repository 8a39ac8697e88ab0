import type { Construct } from 'constructs';
import type * as cdktf from 'cdktf';
import { CiCheckoutKey } from './generated/ci-checkout-key.ts';
import { CiProjectSettings, type CiProjectSettingsConfig } from './generated/ci-project-settings.ts';
import { CiProjectVariable } from './generated/ci-project-variable.ts';
import { allowProject, type TiedCiProject } from './ci-context-methods.ts';
import { type CiPipelineConfig, definitionConfig } from './ci-pipeline.ts';
import { CiPipelineDefinition } from './ci-pipeline-definition.ts';
import { addVariable, type CiVariableOptions, type CiVariableValue } from './ci-variable.ts';
import type { Related } from './relation.ts';
import { childId, warnAboutRename } from './rename-warning.ts';

/** The advanced settings of a project; one that is not given is left as it is. */
export type CiSettings = Omit<CiProjectSettingsConfig, 'projectSlug' | keyof cdktf.TerraformMetaArguments>;

const throwIfDefined = (project: Construct, id: string, what: string): void => {
  if (project.node.tryFindChild(id)) throw new Error(`[${project.node.path}] ${what} already. Declare it once.`);
};

/** What can be declared of any project of the CI service, whether it is made here or exists. */
// oxlint-disable-next-line max-lines-per-function -- a class that takes its base class is one function
export const withCiProjectMethods = <B extends new (...args: any[]) => TiedCiProject>(base: B) =>
  class extends base {
    /** An environment variable of its jobs. Its value is sent and never shown again, but for its last four characters. */
    public variable(name: string, value: CiVariableValue, options: CiVariableOptions = {}): this {
      addVariable(this, name, value, options, (id, config) => new CiProjectVariable(this, id, { ...config, projectSlug: this.slug }));
      return this;
    }

    /** `settings({ autocancelBuilds: true })`: a setting that is not given stays as it is. */
    public settings(settings: CiSettings): this {
      throwIfDefined(this, 'settings', 'has settings');
      new CiProjectSettings(this, 'settings', { ...settings, projectSlug: this.slug, provider: this.provider });
      return this;
    }

    /** A key to check out its code with, of the project alone or of the user whose token makes it: give the code host its `publicKey`. */
    public checkoutKey(type: 'deploy-key' | 'user-key' = 'deploy-key'): CiCheckoutKey {
      throwIfDefined(this, `checkout-${type}`, `has a ${type}`);
      return new CiCheckoutKey(this, `checkout-${type}`, { projectSlug: this.slug, type, provider: this.provider });
    }

    /** Where its pipelines come from: `pipeline({ name: 'build', repository: '101', config: '.ci/config.yml' }).on('all-pushes')`. */
    public pipeline(config: CiPipelineConfig): CiPipelineDefinition {
      const id = childId(this, 'pipeline', 'name of the pipeline definition', config.name, config.id);
      return warnAboutRename(
        new CiPipelineDefinition(this, id, { provider: this.provider, ...definitionConfig(config), projectId: this.id }),
        'pipeline',
      );
    }

    /** Its pipelines may use the contexts: `restrictTo`, declared by the project and in its stack. */
    public useContext(...contexts: readonly Related[]): this {
      for (const context of contexts) allowProject(this, context, this);
      return this;
    }
  };
