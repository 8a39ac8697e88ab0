import type { Row, Values } from '../../declare/index.ts';
import { toNeutral } from '../../dialects/index.ts';
import type { Verbs } from '../job.ts';
import { assertGone } from '../missing.ts';
import { documentIn, fill, send } from '../send.ts';

const deleteOlders = 'data-retention-policy-delete-olders';
const dontDeletes = 'data-retention-policy-dont-deletes';

const said = (document: Values | null): Values => {
  if (document === null) return {};
  const attributes = document['attributes'] as Values | undefined;
  const keeps = document['type'] === dontDeletes;
  return {
    policy_id: document['id'], dont_delete: keeps ? true : null,
    delete_older_than_n_days: keeps ? null : attributes?.['delete-older-than-n-days'] ?? null,
  };
};

/** The document's type says which policy it is; saying it again replaces it. */
export const put: Verbs['put'] = async (job, around) => {
  const days = job.want['delete_older_than_n_days'];
  const data = typeof days === 'number'
    ? { type: deleteOlders, attributes: { 'delete-older-than-n-days': days } }
    : { type: dontDeletes, attributes: {} };
  const answer = await send(around, job.resource.endpoints.create as Row, job.want, { body: { data }, effect: 'put' });
  job.done(['workspace_id', 'delete_older_than_n_days', 'dont_delete'], said(documentIn(job.resource, answer.body)));
};

/** Null data: nothing is said for this workspace. */
export const read: Verbs['read'] = async (state, around) => {
  const path = fill('GET /workspaces/{workspace_id}/relationships/data-retention-policy', state);
  const answer = await around.line.read({ path, id: String(state['policy_id']), accept: [404], signal: around.signal });
  if (answer.status === 404) { await assertGone(around.resourceNamed('data_retention_policy'), state, around); return null; }
  const document = documentIn({ service: 'workspaces' }, toNeutral(answer.body));
  return document === null ? null : { workspace_id: state['workspace_id'], ...said(document) };
};
