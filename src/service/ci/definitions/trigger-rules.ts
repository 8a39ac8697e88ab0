import type { Asking } from '../../route.ts';
import type { Fault } from '../../problem.ts';
import type { Definition, EventProvider, Trigger } from '../stored.ts';
import { providerWord } from '../words.ts';

/** Which events of a repository start a pipeline. The last four are the hosted service's addition to the specification's ten. */
export const presets = [
  'all-pushes', 'only-tags', 'default-branch-pushes', 'only-build-prs', 'only-open-prs', 'only-labeled-prs', 'only-merged-prs',
  'only-ready-for-review-prs', 'only-branch-delete', 'only-build-pushes-to-non-draft-prs',
  'only-merged-or-closed-prs', 'pr-comment-equals-run-ci', 'non-draft-pr-opened', 'pushes-to-merge-queues',
] as const;
/** The hosted service documents it and refuses it (gaps, enums). */
export const presetsIn = (profile: Asking['profile']): readonly string[] => (profile === 'hosted' ? presets.filter((one) => one !== 'only-branch-delete') : presets);

/** Triggers of these event sources are read one by one, changed and deleted. */
export const handled: readonly EventProvider[] = ['codehost_app', 'codehost_dc', 'webhook'];
/** And of these, made. */
export const makeable: readonly EventProvider[] = ['codehost_app', 'webhook'];

type Ruled = Pick<Trigger, 'provider' | 'repository' | 'eventPreset' | 'checkoutRef' | 'configRef'>;

/** A ref: where an event brings its own it must not be said, where it brings none it must. */
const refFault = (name: 'checkout_ref' | 'config_ref', ref: string | null, same: boolean, { provider }: Ruled, shown: string): Fault[] => {
  const pointer = `/${name}`;
  const source = name === 'checkout_ref' ? 'checkout_source' : 'config_source';
  if (provider === 'webhook') return ref === null ? [{ detail: 'is required: a webhook\'s event says no branch or tag', pointer }] : [];
  if (same) return ref === null ? [] : [{ detail: `must be left out where event_source and ${source} are the same repository: the event of ${shown} says the branch or tag`, pointer }];
  return ref === null ? [{ detail: `is required where event_source is another repository than ${source}`, pointer }] : [];
};

/** What is wrong with a trigger as a whole, provider by preset by refs. */
export const triggerFaults = (trigger: Ruled, definition: Definition, profile: Asking['profile']): readonly Fault[] => {
  const shown = providerWord(trigger.provider, profile);
  const same = (source: { readonly externalId: string }): boolean => trigger.repository?.externalId === source.externalId;
  return [
    ...(trigger.eventPreset !== null && trigger.provider !== 'codehost_app'
      ? [{ detail: `is for event_source.provider "${providerWord('codehost_app', profile)}" only; this one's is "${shown}"`, pointer: '/event_preset' }] : []),
    ...refFault('checkout_ref', trigger.checkoutRef, same(definition.checkoutSource), trigger, shown),
    ...refFault('config_ref', trigger.configRef, same(definition.configSource), trigger, shown),
  ];
};
