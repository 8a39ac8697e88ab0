import type { TestService } from '../../support.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import type { SlotValues } from './request-slots.ts';
import { document } from '../../documents.ts';

/** A policy, a policy set with a parameter and a version, and a change request of the workspace. */
export const plantPolicies = async (
  bench: Pick<TestService, 'request'>,
  organization: string,
  token: string,
  workspace: string,
  label = organization,
): Promise<SlotValues> => {
  const ask = (row: string, body?: unknown): Promise<any> => requireSuccess(bench.request(row, body, { token }));
  const policy = await ask(`POST /organizations/${organization}/policies`, document('policies', { name: `${label}-dry` }));
  await ask(`PUT /policies/${policy.data.id}/upload`, 'main = rule { true }');
  const set = await ask(`POST /organizations/${organization}/policy-sets`, document('policy-sets', { name: `${label}-rules` }));
  const parameter = await ask(`POST /policy-sets/${set.data.id}/parameters`, document('vars', { key: 'limit', value: '3' }));
  const version = await ask(`POST /policy-sets/${set.data.id}/versions`);
  const action = { action_type: 'change_requests', action_inputs: { subject: 's', message: 'm' }, target_ids: [workspace] };
  await ask(`POST /organizations/${organization}/explorer/bulk-actions`, { data: { attributes: action } });
  const [changeRequest] = (await ask(`GET /workspaces/${workspace}/change-requests`)).data;
  return {
    change_request_id: changeRequest.id,
    policy_id: policy.data.id,
    policy_set_id: set.data.id,
    parameter_id: parameter.data.id,
    policy_set_version_id: version.data.id,
  };
};
