import type { Construct } from 'constructs';
import { CiPolicyBundle as Generated, type CiPolicyBundleConfig as GeneratedConfig } from './generated/ci-policy-bundle.ts';
import { CiPolicySettings } from './generated/ci-policy-settings.ts';
import { addValidation } from './literal.ts';
import { readPolicies } from './read-policies.ts';

export interface CiPolicyBundleConfig extends Omit<GeneratedConfig, 'policies'> {
  /** The policies by name, instead of a folder. */
  readonly policies?: { readonly [name: string]: string };
  /**
   * A folder of this machine: every `*.rego` file in it and below but tests (`*_test.rego`) is a policy, read at synthesis and named
   * by its path there.
   */
  readonly folder?: string;
}

/** All policies of an organization. */
export class CiPolicyBundle extends Generated {
  public constructor(scope: Construct, id: string, { folder, policies, ...config }: CiPolicyBundleConfig) {
    super(scope, id, {
      ...config,
      policies: { ...policies, ...(folder === undefined ? {} : readPolicies(`${scope.node.path}/${id}`, folder)) },
    });
    addValidation(this, () => [
      folder !== undefined && policies !== undefined && 'Give `folder` or `policies`, not both.',
      folder === undefined && policies === undefined && 'Give the `folder` of the policies, or the `policies` themselves.',
    ]);
  }

  /** Evaluates every pipeline once the policies are in place; one that fails hard is refused. `enforce(false)` evaluates none. */
  public enforce(enabled = true): this {
    if (this.node.tryFindChild('settings')) throw new Error(`[${this.node.path}] already sets whether it is enforced. Set it once.`);
    new CiPolicySettings(this, 'settings', {
      organizationId: (this.organizationIdInput ?? this.ownerIdInput) as string,
      ...(this.contextInput === undefined ? {} : { context: this.contextInput }),
      enabled,
      provider: this.provider,
      dependsOn: [this],
    });
    return this;
  }
}
