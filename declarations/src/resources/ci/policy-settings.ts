import { bool, renamedAttributes, required, resource } from '../../declare/index.ts';
import { policyOwner } from './kinds.ts';

export const ciPolicySettings = resource('ci_policy_settings', {
  service: 'ci',
  doc: 'Whether the policies of an organization decide about its pipelines.',
  type: 'decision-settings',
  key: ['organization_id', 'context'],
  imports: ['{organization_id}/{context}'],
  notListed: 'They exist once for each context of an organization, and an import names them by both.',
  upgrades: [renamedAttributes],
  endpoints: {
    create: 'PATCH /owner/{organization_id}/context/{context}/decision/settings',
    update: 'PATCH /owner/{organization_id}/context/{context}/decision/settings',
    read: 'GET /owner/{organization_id}/context/{context}/decision/settings',
  },
  attributes: { ...policyOwner, enabled: required(bool, 'Whether every pipeline is decided about, and one that fails hard is refused.') },
  keptOnDestroy: 'The setting stays as it is.',
});
