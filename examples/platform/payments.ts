import { Project, type Workspace } from '@slipway/constructs';
import { Construct } from 'constructs';

export interface PaymentsConfig {
  /** Never written here: a sensitive variable of the engine. */
  readonly password: string;
  /** The workspace whose state contains the networks. */
  readonly network: Workspace;
}

/** One product, in a workspace per stage. */
export class Payments extends Construct {
  readonly workspaces: readonly [staging: Workspace, production: Workspace];

  constructor(scope: Construct, id: string, { password, network }: PaymentsConfig) {
    super(scope, id);
    const project = new Project(this, 'project', { name: 'payments', description: 'All that moves money.' }).tag({ team: 'payments' });

    const workspace = (stage: string) =>
      project
        .workspace(`payments-${stage}`, {
          description: `Payments, ${stage}.`,
          executionMode: 'remote',
          autoApply: stage === 'staging',
          triggerPatterns: ['/payments/**/*'],
        })
        .tag({ env: stage });
    this.workspaces = [workspace('staging'), workspace('production')];
    network.shareStateWith(...this.workspaces);

    project.variableSet('payments defaults').variable('currencies', ['EUR', 'USD']).applyTo(project);

    const [, production] = this.workspaces;
    production
      .variableSet('payments database', { priority: true, description: 'How production reaches its database.' })
      .env('PGHOST', 'db.payments.example.com')
      .env('PGPASSWORD', password, { sensitive: true, description: 'Sent, and stored in no state.' });
  }
}
