import { callEndpoint } from '../../apply/call-endpoint.ts';
import type { PlanModifier } from './plan-modifier.ts';
import { hasCommitEvents, checkRefs, type SourceRepository } from './trigger-refs.ts';

/** Checks a trigger against its definition, and that its provider can be created. */
export const modifyTriggerPlan: PlanModifier = async (resource, prior, planned, context) => {
  const { event_source_provider: provider, project_id: project, pipeline_definition_id: definition } = planned;
  if (prior === null && provider === 'codehost_dc') {
    return [
      {
        severity: 'error',
        path: ['event_source_provider'],
        summary: 'Triggers of "codehost_dc" cannot be made',
        detail: 'The service makes them by itself. Import the trigger, or choose another provider.',
      },
    ];
  }
  if (!hasCommitEvents(planned) || typeof project !== 'string' || typeof definition !== 'string') return [];
  const names = ['event_source_repo_external_id', 'checkout_ref', 'config_ref', 'pipeline_definition_id', 'project_id'];
  if (prior !== null && names.every((name) => (prior[name] ?? null) === (planned[name] ?? null))) return [];
  const response = await callEndpoint(context(), 'GET /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}', planned, {
    effect: 'read',
    acceptedStatuses: [404],
  });
  return checkRefs(
    planned,
    (response.status === 404 ? {} : (response.body ?? {})) as { config_source?: SourceRepository; checkout_source?: SourceRepository },
  );
};
