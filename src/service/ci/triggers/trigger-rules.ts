import type { RequestContext } from '../../http/route.ts';
import type { ErrorObject } from '../../http/problem.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { EventProvider, CiTrigger } from './trigger-records.ts';
import { sourceProviderName } from '../hosted-dialect.ts';

/** Which events of a repository start a pipeline. The last four are the hosted service's addition to the specification's ten. */
export const eventPresets = [
  'all-pushes',
  'only-tags',
  'default-branch-pushes',
  'only-build-prs',
  'only-open-prs',
  'only-labeled-prs',
  'only-merged-prs',
  'only-ready-for-review-prs',
  'only-branch-delete',
  'only-build-pushes-to-non-draft-prs',
  'only-merged-or-closed-prs',
  'pr-comment-equals-run-ci',
  'non-draft-pr-opened',
  'pushes-to-merge-queues',
] as const;
/** The hosted service documents it and refuses it (gaps, enums). */
export const eventPresetsOf = (profile: RequestContext['dialect']): readonly string[] =>
  profile === 'hosted' ? eventPresets.filter((one) => one !== 'only-branch-delete') : eventPresets;

const hostedProviders: readonly EventProvider[] = ['github_server', 'github_oauth'];
const addHostedProviders = (profile: RequestContext['dialect'], ...providers: readonly EventProvider[]): readonly EventProvider[] =>
  profile === 'hosted' ? [...providers, ...hostedProviders] : providers;
/** Triggers of these event sources are read one by one, changed and deleted. */
export const managedTriggerProviders = (profile: RequestContext['dialect']) =>
  addHostedProviders(profile, 'codehost_app', 'codehost_dc', 'webhook');
/** And of these, made, */
export const creatableTriggerProviders = (profile: RequestContext['dialect']) => addHostedProviders(profile, 'codehost_app', 'webhook');
/** for definitions of these. */
export const triggerableDefinitionProviders = (profile: RequestContext['dialect']) => addHostedProviders(profile, 'codehost_app');
/** Whose events come in more than one kind. */
const presetProviders = (profile: RequestContext['dialect']) => addHostedProviders(profile, 'codehost_app');
const oauthEventPresets: readonly string[] = ['all-pushes', 'only-build-prs'];

type TriggerRuleInput = Pick<CiTrigger, 'provider' | 'repository' | 'eventPreset' | 'checkoutRef' | 'configRef'>;

/** A ref: where an event brings its own it must not be said, where it brings none it must. */
const findRefFault = (
  name: 'checkout_ref' | 'config_ref',
  ref: string | null,
  same: boolean,
  { provider }: TriggerRuleInput,
  shown: string,
): ErrorObject[] => {
  const pointer = `/${name}`;
  const source = name === 'checkout_ref' ? 'checkout_source' : 'config_source';
  if (provider === 'webhook') return ref === null ? [{ detail: "is required: a webhook's event says no branch or tag", pointer }] : [];
  if (same)
    return ref === null
      ? []
      : [
          {
            detail: `must be left out where event_source and ${source} are the same repository: the event of ${shown} says the branch or tag`,
            pointer,
          },
        ];
  return ref === null ? [{ detail: `is required where event_source is another repository than ${source}`, pointer }] : [];
};

/** What is wrong with a trigger as a whole, provider by preset by refs. */
export const findTriggerFaults = (
  trigger: TriggerRuleInput,
  definition: PipelineDefinition,
  profile: RequestContext['dialect'],
): readonly ErrorObject[] => {
  const choosing = presetProviders(profile);
  const shown = sourceProviderName(trigger.provider, profile);
  const same = (source: { readonly externalId: string }): boolean => trigger.repository?.externalId === source.externalId;
  return [
    ...(trigger.eventPreset !== null && !choosing.includes(trigger.provider)
      ? [
          {
            detail: `is for event_source.provider ${choosing.map((one) => `"${sourceProviderName(one, profile)}"`).join(', ')} only; this one's is "${shown}"`,
            pointer: '/event_preset',
          },
        ]
      : []),
    ...(trigger.provider === 'github_oauth' && !oauthEventPresets.includes(trigger.eventPreset ?? '')
      ? [{ detail: `is required with the provider "github_oauth": expected ${oauthEventPresets.join(' or ')}`, pointer: '/event_preset' }]
      : []),
    ...findRefFault('checkout_ref', trigger.checkoutRef, same(definition.checkoutSource), trigger, shown),
    ...findRefFault('config_ref', trigger.configRef, same(definition.configSource), trigger, shown),
  ];
};
