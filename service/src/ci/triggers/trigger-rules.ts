import type { RequestContext } from '../../http/route.ts';
import type { ErrorObject } from '../../http/problem.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { EventProvider, CiTrigger } from './trigger-records.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { findPresetFaults } from './event-presets.ts';

const hostedProviders: readonly EventProvider[] = ['github_server', 'github_oauth'];
const addHostedProviders = (dialect: RequestContext['dialect'], ...providers: readonly EventProvider[]): readonly EventProvider[] =>
  dialect === 'hosted' ? [...providers, ...hostedProviders] : providers;
const withSchedule = (dialect: RequestContext['dialect'], providers: readonly EventProvider[]): readonly EventProvider[] =>
  dialect === 'hosted' ? [...providers, 'schedule'] : providers;
/** Triggers of these event sources can be read, updated and deleted. */
export const managedTriggerProviders = (dialect: RequestContext['dialect']) =>
  withSchedule(dialect, addHostedProviders(dialect, 'codehost_app', 'codehost_dc', 'webhook'));
/** Triggers of these event sources can be created. */
export const creatableTriggerProviders = (dialect: RequestContext['dialect']) =>
  withSchedule(dialect, addHostedProviders(dialect, 'codehost_app', 'webhook'));
/** Triggers can be created for definitions of these providers. */
export const triggerableDefinitionProviders = (dialect: RequestContext['dialect']) => addHostedProviders(dialect, 'codehost_app');
type TriggerRuleInput = Pick<CiTrigger, 'provider' | 'repository' | 'eventPreset' | 'checkoutRef' | 'configRef'>;

/**
 * Checks a ref: not allowed if the events bring their own, required if they do not. The hosted dialect keeps one that is not needed: its
 * clients send them.
 */
const findRefFault = (
  name: 'checkout_ref' | 'config_ref',
  ref: string | null,
  same: boolean,
  { provider }: TriggerRuleInput,
  dialect: RequestContext['dialect'],
): ErrorObject[] => {
  const pointer = `/${name}`;
  const source = name === 'checkout_ref' ? 'checkout_source' : 'config_source';
  if (provider === 'webhook' || provider === 'schedule')
    return ref === null ? [{ detail: `is required: a ${provider}'s event has no branch or tag`, pointer }] : [];
  if (same)
    return ref === null || dialect === 'hosted'
      ? []
      : [
          {
            detail:
              `must be omitted if event_source and ${source} are the same ` +
              `repository: the event of ${sourceProviderName(provider, dialect)} determines the branch or tag`,
            pointer,
          },
        ];
  return ref === null ? [{ detail: `is required where event_source is another repository than ${source}`, pointer }] : [];
};

/** Finds the faults of a trigger as a whole: its provider, preset and refs. */
export const findTriggerFaults = (
  trigger: TriggerRuleInput,
  definition: PipelineDefinition,
  dialect: RequestContext['dialect'],
): readonly ErrorObject[] => {
  const same = (source: { readonly externalId: string }): boolean => trigger.repository?.externalId === source.externalId;
  return [
    ...findPresetFaults(trigger, dialect),
    ...findRefFault('checkout_ref', trigger.checkoutRef, same(definition.checkoutSource), trigger, dialect),
    ...findRefFault('config_ref', trigger.configRef, same(definition.configSource), trigger, dialect),
  ];
};
