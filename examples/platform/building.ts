import { join } from 'node:path';
import { CiOrganization, type CiPipelineDefinition, type Workspace } from '@slipway/constructs';
import type { TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';

export interface BuildingConfig {
  /** Where a deployment goes, by stage. */
  readonly staging: Workspace;
  readonly production: Workspace;
  /** A sensitive variable of the engine. */
  readonly password: TerraformVariable;
}

/** How the payments are built and deployed: the other service, which is told of the first one's workspaces. */
export class Building extends Construct {
  readonly release: CiPipelineDefinition;

  constructor(scope: Construct, id: string, { staging, production, password }: BuildingConfig) {
    super(scope, id);
    const slipway = new CiOrganization(this, 'slipway', { slug: 'gh/slipway' });

    const payments = slipway
      .project('payments')
      .variable('LOG_LEVEL', 'debug')
      .settings({ autocancelBuilds: true, disableSsh: true, prOnlyBranchOverrides: ['main'] });
    payments.checkoutKey();

    payments
      .pipeline({ name: 'build', description: 'Every push is tested.', repository: '101', config: '.ci/config.yml' })
      .on('all-pushes');
    // Its configuration lies in another repository: a tag says nothing about that one, and a webhook nothing about either.
    this.release = payments
      .pipeline({ name: 'release', repository: '101', config: { file: 'payments/release.yml', repository: '102' } })
      .on('only-tags', { configRef: 'main' })
      .on('webhook', { sender: 'release-desk', event: 'released', ref: 'main' });

    // What is sent here is shown by nobody again, and stored in no state.
    slipway
      .context('deploy')
      .variable('STAGING_WORKSPACE_ID', staging.id)
      .variable('PRODUCTION_WORKSPACE_ID', production.id)
      .variable('PGPASSWORD', password, { sensitive: true })
      .restrictTo(payments, 'pipeline.git.branch == "main" and not job.ssh.enabled');

    slipway.policies(join(import.meta.dirname, 'policies')).enforce();
  }
}
