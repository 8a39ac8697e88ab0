import { send } from '../../apply/send.ts';
import { isAbsent, isUnknown, type Values } from '../../declare/index.ts';
import type { Diagnostic } from '../../protocol/server.ts';
import type { Foresight } from '../foresee.ts';

const fault = (name: string, summary: string, detail: string): Diagnostic => ({ severity: 'error', path: [name], summary, detail });

type Source = { readonly repo?: { readonly external_id?: string; readonly full_name?: string } } | undefined;

/** What the definition's repositories say of a ref: needed where the event comes from another one, refused where it does not. */
const judgeRef = (planned: Values, name: 'checkout_ref' | 'config_ref', source: Source): readonly Diagnostic[] => {
  const [here, there, ref] = [planned['event_source_repo_external_id'], source?.repo?.external_id, planned[name]];
  if (typeof here !== 'string' || there === undefined || isUnknown(ref)) return [];
  const what = name === 'checkout_ref' ? 'checks out' : 'takes its configuration from';
  if (here === String(there)) {
    return isAbsent(ref) ? [] : [fault(name, `"${name}" does not fit the definition`,
      `The definition ${what} the repository whose events start it, and the event says at which commit. Remove \`${name}\`.`)];
  }
  return isAbsent(ref) ? [fault(name, `Missing "${name}"`, `The definition ${what} another repository (${source?.repo?.full_name ?? there}) than the one whose events start it. Set \`${name}\`.`)] : [];
};

/** Rules of a trigger that stand in its definition, and that such triggers cannot be made. */
export const ciTrigger: Foresight = async (resource, prior, planned, around) => {
  const { event_source_provider: provider, project_id: project, pipeline_definition_id: definition } = planned;
  if (prior === null && provider === 'codehost_dc') {
    return [fault('event_source_provider', 'Triggers of "codehost_dc" cannot be made', 'The service makes them by itself. Import the trigger, or choose another provider.')];
  }
  if (!['codehost_app', 'github_server'].includes(provider as string) || typeof project !== 'string' || typeof definition !== 'string') return [];
  const asked = ['event_source_repo_external_id', 'checkout_ref', 'config_ref', 'pipeline_definition_id', 'project_id'];
  if (prior !== null && asked.every((name) => (prior[name] ?? null) === (planned[name] ?? null))) return [];
  const answer = await send(around(), 'GET /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}', planned, { effect: 'read', accept: [404] });
  const { config_source: config, checkout_source: checkout } = (answer.status === 404 ? {} : answer.body ?? {}) as { config_source?: Source; checkout_source?: Source };
  return [...judgeRef(planned, 'checkout_ref', checkout), ...judgeRef(planned, 'config_ref', config)];
};
