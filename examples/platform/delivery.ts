import { Project, type Workspace } from '@slipway/constructs';
import { Construct } from 'constructs';

/** The base of all other parts: a network, and its monitoring. */
export class Delivery extends Construct {
  readonly network: Workspace;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const project = new Project(this, 'project', { name: 'delivery', description: 'Shared foundations.' }).tag({ team: 'delivery' });

    this.network = project
      .workspace('network', {
        description: 'Networks and names.',
        executionMode: 'agent',
        agentPoolId: 'apool-inhouse',
        globalRemoteState: false,
      })
      .tag({ env: 'prod' }, 'foundation');
    this.network.sshKey('sshkey-modules');

    // `operations` is the old spelling of `executionMode`: it still works, and is warned about at synth, at plan and by the service.
    const monitoring = project.workspace('monitoring', {
      description: 'Dashboards and alarms.',
      operations: true,
      globalRemoteState: false,
    });
    monitoring.tag({ env: 'prod' }, 'foundation');

    // Each reads the other's state.
    this.network.shareStateWith(monitoring);
    monitoring.shareStateWith(this.network);

    project.variableSet('delivery defaults').variable('owner', 'delivery').applyTo(project);
  }
}
