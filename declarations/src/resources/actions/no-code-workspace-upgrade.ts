import { action, bool, id, intBetween, stringMatching, optional, required } from '../../declare/index.ts';
import { noCodeVariables } from '../workspaces/no-code-variables.ts';

export const upgradeNoCodeWorkspace = action('no_code_workspace_upgrade', {
  service: 'workspaces',
  doc: 'Upgrades a no-code workspace: starts, waits for the plan, confirms, waits for the end.',
  requests: [
    'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade',
    'GET /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
    'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
  ],
  attributes: {
    no_code_module_id: required(
      stringMatching(/^nocode-[A-Za-z0-9]+$/, 'the ID of a no-code module, nocode-…'),
      'The offer the workspace was made of.',
    ),
    workspace_id: required(id('ws'), 'The workspace.'),
    variables: optional(noCodeVariables, "New values of the module's variables, by name.", { default: {} }),
    confirm: optional(bool, 'Whether the plan is applied without asking; with `false` it stays planned.', { default: true }),
    timeout: optional(intBetween(1, 86_400), 'How many seconds it may take.', { default: 1800 }),
  },
});
