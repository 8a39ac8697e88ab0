import { bool, required, resource } from '../../declare/index.ts';
import { policyOwner } from './kinds.ts';

export const ciPolicySettings = resource('ci_policy_settings', {
  service: 'ci',
  doc: 'Whether the policies of an organization decide about its pipelines.',
  type: 'decision-settings',
  key: ['owner_id', 'context'],
  imports: ['{owner_id}/{context}'],
  endpoints: {
    create: 'PATCH /owner/{owner_id}/context/{context}/decision/settings',
    update: 'PATCH /owner/{owner_id}/context/{context}/decision/settings',
    read: 'GET /owner/{owner_id}/context/{context}/decision/settings',
  },
  attributes: { ...policyOwner, enabled: required(bool, 'Whether every pipeline is decided about, and one that fails hard is refused.') },
  keptOnDestroy: 'The setting stays as it is.',
});
