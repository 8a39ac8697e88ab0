import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiContext, CiProject, NoCodeWorkspace, Project, Slipway, Team, VariableSet, Workspace } from '../src/index.ts';
import { DataSlipwayCiProject } from '../src/generated/data-slipway-ci-project.ts';
import { DataSlipwayNoCodeModule } from '../src/generated/data-slipway-no-code-module.ts';
import { DataSlipwayProject } from '../src/generated/data-slipway-project.ts';
import { DataSlipwayWorkspace } from '../src/generated/data-slipway-workspace.ts';
import { Workspace as L1 } from '../src/generated/workspace.ts';
import { synthesizedBlocks, synthesisErrors } from './support/synth.ts';

const test = suite('existing objects');

test('a data source is taken wherever a resource is', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const workspace = new DataSlipwayWorkspace(stack, 'dw', { name: 'legacy-app' });
      const project = new DataSlipwayProject(stack, 'dp', { name: 'payments' });
      const made = new Workspace(stack, 'w', { name: 'refs-w', globalRemoteState: false, project });
      made.shareStateWith(workspace).triggeredBy(workspace);
      new VariableSet(stack, 'vs', { name: 'refs', project }).applyTo(workspace, project, new L1(stack, 'l1', { name: 'refs-l1' }));
      const module = new DataSlipwayNoCodeModule(stack, 'dm', { id: 'nocode-1' });
      new NoCodeWorkspace(stack, 'nc', { name: 'nc', module, project });
      new CiContext(stack, 'cc', { name: 'cc', organization: 'gh/acme' }).restrictTo(
        new DataSlipwayCiProject(stack, 'cp', { slug: 'gh/acme/web' }),
      );
    }),
    {
      'data.slipway_workspace.dw': { name: 'legacy-app' },
      'data.slipway_project.dp': { name: 'payments' },
      'data.slipway_no_code_module.dm': { id: 'nocode-1' },
      'data.slipway_ci_project.cp': { slug: 'gh/acme/web' },
      'slipway_workspace.w': { name: 'refs-w', global_remote_state: false, project_id: '${data.slipway_project.dp.id}' },
      'slipway_remote_state_consumer.w_state-for-legacy-app': {
        workspace_id: '${slipway_workspace.w.id}',
        consumer_id: '${data.slipway_workspace.dw.id}',
      },
      'slipway_run_trigger.w_triggered-by-legacy-app': {
        workspace_id: '${slipway_workspace.w.id}',
        sourceable_id: '${data.slipway_workspace.dw.id}',
      },
      'slipway_variable_set.vs': { name: 'refs', parent_project_id: '${data.slipway_project.dp.id}' },
      'slipway_variable_set_workspace.vs_workspace-legacy-app': {
        variable_set_id: '${slipway_variable_set.vs.id}',
        workspace_id: '${data.slipway_workspace.dw.id}',
      },
      'slipway_variable_set_project.vs_project-payments': {
        variable_set_id: '${slipway_variable_set.vs.id}',
        project_id: '${data.slipway_project.dp.id}',
      },
      'slipway_workspace.l1': { name: 'refs-l1' },
      'slipway_variable_set_workspace.vs_workspace-refs-l1': {
        variable_set_id: '${slipway_variable_set.vs.id}',
        workspace_id: '${slipway_workspace.l1.id}',
      },
      'slipway_no_code_workspace.nc': {
        name: 'nc',
        no_code_module_id: '${data.slipway_no_code_module.dm.id}',
        project_id: '${data.slipway_project.dp.id}',
      },
      'slipway_ci_context.cc': { name: 'cc', organization: 'gh/acme' },
      'slipway_ci_context_restriction.cc_project-cp': {
        context_id: '${slipway_ci_context.cc.id}',
        restriction_type: 'project',
        restriction_value: '${data.slipway_ci_project.cp.id}',
      },
    },
  );
});
test('a team is looked up by name, and has access to a workspace that is looked up', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const legacy = Workspace.fromId(stack, 'legacy', 'ws-1');
      Team.fromName(stack, 'sre', 'sre', { organization: 'acme' }).accessTo(legacy, 'read');
    }),
    {
      'data.slipway_workspace.legacy': { id: 'ws-1' },
      'data.slipway_team.sre': { name: 'sre', organization: 'acme' },
      'slipway_team_workspace_access.sre_access-to-legacy': {
        workspace_id: '${data.slipway_workspace.legacy.id}',
        team_id: '${data.slipway_team.sre.id}',
        access: 'read',
      },
    },
  );
});

test('objects are looked up by name, by ID and by slug, and have the methods of those that are made', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const legacy = Workspace.fromName(stack, 'legacy', 'legacy-app', { organization: 'acme' });
      const team = Team.fromId(stack, 'ops', 'team-1');
      legacy
        .env('TZ', 'UTC')
        .grant(team, 'write')
        .readStateOf(Workspace.fromId(stack, 'other', 'ws-1'));
      Project.fromName(stack, 'payments', 'payments').workspace('api');
      team.accessTo(Project.fromId(stack, 'shop', 'prj-1'), { projectAccess: { teams: 'read' } });
      VariableSet.fromName(stack, 'set', 'defaults').applyTo(legacy).variable('region', 'eu');
      VariableSet.fromId(stack, 'set2', 'varset-1');
      const context = CiContext.fromName(stack, 'deploy', 'deploy', { organization: 'gh/acme' }).variable('A', 'b');
      CiContext.fromId(stack, 'context', '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11');
      CiProject.fromSlug(stack, 'web', 'gh/acme/web').useContext(context).variable('LEVEL', 'debug');
    }),
    {
      'data.slipway_workspace.legacy': { name: 'legacy-app', organization: 'acme' },
      'slipway_workspace_variable.legacy_env-TZ': {
        workspace_id: '${data.slipway_workspace.legacy.id}',
        category: 'env',
        key: 'TZ',
        value: 'UTC',
      },
      'slipway_team_workspace_access.legacy_access-of-ops': {
        workspace_id: '${data.slipway_workspace.legacy.id}',
        team_id: '${data.slipway_team.ops.id}',
        access: 'write',
      },
      'data.slipway_team.ops': { id: 'team-1' },
      'data.slipway_workspace.other': { id: 'ws-1' },
      'slipway_remote_state_consumer.legacy_state-of-other': {
        workspace_id: '${data.slipway_workspace.other.id}',
        consumer_id: '${data.slipway_workspace.legacy.id}',
      },
      'data.slipway_project.payments': { name: 'payments' },
      'slipway_workspace.payments_workspace-api': { name: 'api', project_id: '${data.slipway_project.payments.id}' },
      'data.slipway_project.shop': { id: 'prj-1' },
      'slipway_team_project_access.ops_access-to-shop': {
        project_id: '${data.slipway_project.shop.id}',
        team_id: '${data.slipway_team.ops.id}',
        access: 'custom',
        project_access: { teams: 'read' },
      },
      'data.slipway_variable_set.set': { name: 'defaults' },
      'slipway_variable_set_workspace.set_workspace-legacy-app': {
        variable_set_id: '${data.slipway_variable_set.set.id}',
        workspace_id: '${data.slipway_workspace.legacy.id}',
      },
      'slipway_variable_set_variable.set_infra-region': {
        variable_set_id: '${data.slipway_variable_set.set.id}',
        category: 'infra',
        key: 'region',
        value: 'eu',
      },
      'data.slipway_variable_set.set2': { id: 'varset-1' },
      'data.slipway_ci_context.deploy': { name: 'deploy', organization: 'gh/acme' },
      'slipway_ci_context_variable.deploy_variable-A': {
        context_id: '${data.slipway_ci_context.deploy.id}',
        name: 'A',
        value_wo: 'b',
      },
      'data.slipway_ci_context.context': { id: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11' },
      'data.slipway_ci_project.web': { slug: 'gh/acme/web' },
      'slipway_ci_context_restriction.web_context-deploy': {
        context_id: '${data.slipway_ci_context.deploy.id}',
        restriction_type: 'project',
        restriction_value: '${data.slipway_ci_project.web.id}',
      },
      'slipway_ci_project_variable.web_variable-LEVEL': {
        project_slug: '${data.slipway_ci_project.web.slug}',
        name: 'LEVEL',
        value_wo: 'debug',
      },
    },
  );
});
test('a workspace says who may use it, what starts it and whom it tells', () => {
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const team = new Team(stack, 'team', { name: 'ops' });
      new Workspace(stack, 'api', { name: 'api' })
        .grant(team, { runs: 'apply' })
        .triggeredBy(new Workspace(stack, 'network', { name: 'network' }))
        .notify('chat', { destinationType: 'slack', url: 'https://chat.example.com', triggers: ['run:errored'] });
    }),
    {
      'slipway_team.team': { name: 'ops' },
      'slipway_workspace.api': { name: 'api' },
      'slipway_workspace.network': { name: 'network' },
      'slipway_team_workspace_access.api_access-of-ops': {
        workspace_id: '${slipway_workspace.api.id}',
        team_id: '${slipway_team.team.id}',
        access: 'custom',
        runs: 'apply',
      },
      'slipway_run_trigger.api_triggered-by-network': {
        workspace_id: '${slipway_workspace.api.id}',
        sourceable_id: '${slipway_workspace.network.id}',
      },
      'slipway_notification_configuration.api_notification-chat': {
        workspace_id: '${slipway_workspace.api.id}',
        name: 'chat',
        destination_type: 'slack',
        url: 'https://chat.example.com',
        triggers: ['run:errored'],
      },
    },
  );
});
test('the access of a team, a notification and a variable are declared once, and no workspace triggers itself', () => {
  const thrown = (work: (workspace: Workspace, team: Team) => void): string => {
    let message = 'nothing';
    synthesisErrors((stack) => {
      new Slipway(stack);
      try {
        work(new Workspace(stack, 'api', { name: 'api' }), new Team(stack, 'team', { name: 'ops' }));
      } catch (error) {
        ({ message } = error as Error);
      }
    });
    return message;
  };
  assert.is(
    thrown((workspace, team) => team.accessTo(workspace.grant(team, 'read'), 'write')),
    '[stack/api] the access of stack/team is declared already. Declare it once.',
  );
  const chat = { destinationType: 'generic', url: 'https://chat.example.com', token: 't' } as const;
  assert.is(
    thrown((workspace) => workspace.notify('chat', chat).notify('chat', chat)),
    '[stack/api] has the notification "chat" already. Declare it once.',
  );
  assert.is(
    thrown((workspace) => workspace.env('A', '1').env('A', '2')),
    '[stack/api] has the env variable "A" already. Declare it once.',
  );
  assert.is(
    thrown((workspace) => workspace.triggeredBy(workspace)),
    '[stack/api] cannot be triggered by itself. Name another workspace.',
  );
});
test.run();
