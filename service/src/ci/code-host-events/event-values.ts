import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import type { CiTrigger } from '../triggers/trigger-records.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';

/** Pipeline values of the trigger. */
export const buildTriggerValues = (id: string, { provider, eventName }: Pick<CiTrigger, 'provider' | 'eventName'>): PipelineValues => ({
  'pipeline.trigger.type': provider,
  'pipeline.trigger.id': id,
  'pipeline.trigger.name': eventName ?? '',
});

const addPrefix = (prefix: string, values: PipelineValues): PipelineValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

/** Pipeline values of an event. Details of a GitHub event also have the names that configurations of the hosted service use. */
export const buildEventValues = (id: string, trigger: CiTrigger, event: CodeHostEvent): PipelineValues => {
  const { host, hostEvent, hostAction, ref, revision, label, details, defaultBranch } = event;
  const git = {
    branch: 'branch' in ref ? ref.branch : null,
    tag: 'tag' in ref ? ref.tag : null,
    checkout_sha: revision,
    default_branch: defaultBranch,
  };
  return {
    ...buildTriggerValues(id, {
      ...trigger,
      provider: host === 'github' ? (sourceProviderName(trigger.provider, 'hosted') as CiTrigger['provider']) : trigger.provider,
    }),
    'pipeline.event.name': hostEvent,
    'pipeline.event.action': hostAction,
    'pipeline.event.label': label,
    ...addPrefix('pipeline.event.', details),
    ...(host === 'github' ? addPrefix('pipeline.event.github.', details) : {}),
    ...addPrefix('pipeline.trigger_parameters.git.', git),
    'pipeline.trigger_parameters.event_type': hostEvent,
  };
};
