import type { PipelineValues } from '../configuration/index.ts';
import type { Trigger } from '../stored.ts';
import { providerWord } from '../words.ts';
import type { Happening } from './happening.ts';

/** Of every pipeline that a trigger started. */
export const triggerValues = (id: string, { provider, eventName }: Pick<Trigger, 'provider' | 'eventName'>): PipelineValues =>
  ({ 'pipeline.trigger.type': provider, 'pipeline.trigger.id': id, 'pipeline.trigger.name': eventName ?? '' });

const prefixed = (prefix: string, values: PipelineValues): PipelineValues => Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

/** What pipelines may read of an event; what a GitHub told also under the names that its own configurations use. */
export const eventValues = (id: string, trigger: Trigger, happening: Happening): PipelineValues => {
  const { host, event, action, ref, revision, label, details, defaultBranch } = happening;
  const git = { branch: 'branch' in ref ? ref.branch : null, tag: 'tag' in ref ? ref.tag : null, checkout_sha: revision, default_branch: defaultBranch };
  return {
    ...triggerValues(id, { ...trigger, provider: host === 'github' ? providerWord(trigger.provider, 'hosted') as Trigger['provider'] : trigger.provider }),
    'pipeline.event.name': event, 'pipeline.event.action': action, 'pipeline.event.label': label,
    ...prefixed('pipeline.event.', details), ...(host === 'github' ? prefixed('pipeline.event.github.', details) : {}),
    ...prefixed('pipeline.trigger_parameters.git.', git), 'pipeline.trigger_parameters.event_type': event,
  };
};
