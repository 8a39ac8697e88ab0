import { send } from '../../apply/send.ts';
import type { Foresight } from '../foresee.ts';
import { bringsCommit, refFaults, type Source } from './trigger-refs.ts';

/** Rules of a trigger that stand in its definition, and that such triggers cannot be made. */
export const ciTrigger: Foresight = async (resource, prior, planned, around) => {
  const { event_source_provider: provider, project_id: project, pipeline_definition_id: definition } = planned;
  if (prior === null && provider === 'codehost_dc') {
    return [{
      severity: 'error', path: ['event_source_provider'], summary: 'Triggers of "codehost_dc" cannot be made',
      detail: 'The service makes them by itself. Import the trigger, or choose another provider.',
    }];
  }
  if (!bringsCommit(planned) || typeof project !== 'string' || typeof definition !== 'string') return [];
  const asked = ['event_source_repo_external_id', 'checkout_ref', 'config_ref', 'pipeline_definition_id', 'project_id'];
  if (prior !== null && asked.every((name) => (prior[name] ?? null) === (planned[name] ?? null))) return [];
  const answer = await send(around(), 'GET /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}', planned, { effect: 'read', accept: [404] });
  return refFaults(planned, (answer.status === 404 ? {} : answer.body ?? {}) as { config_source?: Source; checkout_source?: Source });
};
