import { computed, id, stringMatching, lookupDataSource, required, string } from '../../../declare/index.ts';

export const noCodeWorkspaceUpgrade = lookupDataSource('no_code_workspace_upgrade', {
  service: 'workspaces',
  doc: 'Where the upgrade of a no-code workspace stands.',
  requests: ['GET /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}'],
  by: {
    no_code_module_id: required(
      stringMatching(/^nocode-[A-Za-z0-9]+$/, 'the ID of a no-code module, nocode-…'),
      'The offer the workspace was made of.',
    ),
    workspace_id: required(id('ws'), 'The workspace.'),
    id: required(id('run'), 'The ID of the upgrade: that of its run.'),
  },
  of: {
    status: computed(string, 'Its status, such as `planning` or `planned`.'),
    plan_url: computed(string, 'Where to look at its plan.'),
  },
});
