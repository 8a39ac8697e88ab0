import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { parsePipelineParameters } from '../pipelines/pipeline-parameters.ts';
import {
  booleanMember,
  objectMember,
  parseCiBody,
  invalidRequest,
  optionalMember,
  type MemberRules,
  enumMember,
  requiredMember,
} from '../requests/read-request.ts';
import { refNameMember, textMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { objectOf } from '../requests/request-schema.ts';
import {
  eventSourceUpdateMembers,
  newEventSourceMembers,
  type NewEventSource,
  parseEventSourceUpdate,
  parseNewEventSource,
} from './event-source.ts';
import { eventPresetsOf } from './event-presets.ts';
import type { CiTrigger } from './trigger-records.ts';

/** The members that creation and update share, without the event source. */
const optionMembers = ({ dialect }: Pick<RequestContext, 'dialect'>): MemberRules => ({
  event_preset: optionalMember(enumMember(eventPresetsOf(dialect), `one of ${eventPresetsOf(dialect).join(', ')}`)),
  checkout_ref: optionalMember(refNameMember(dialect)),
  config_ref: optionalMember(refNameMember(dialect)),
  event_name: optionalMember(textMember),
  disabled: optionalMember(booleanMember),
  ...(dialect === 'hosted' ? { parameters: optionalMember(objectMember) } : {}),
});

export const newTriggerMembers = (ctx: Pick<RequestContext, 'dialect'>): MemberRules => ({
  event_source: requiredMember(objectOf(newEventSourceMembers(ctx))),
  ...optionMembers(ctx),
});
export const triggerUpdateMembers = (ctx: Pick<RequestContext, 'dialect'>): MemberRules => ({
  event_source: optionalMember(objectOf(eventSourceUpdateMembers(ctx))),
  ...optionMembers(ctx),
});

type TriggerOptions = Pick<CiTrigger, 'eventPreset' | 'checkoutRef' | 'configRef' | 'eventName' | 'disabled'>;
/** Members that are missing in the request keep their value. */
const mergeTriggerOptions = (body: JsonObject, before: TriggerOptions): TriggerOptions => ({
  eventPreset: (body['event_preset'] as string | undefined) ?? before.eventPreset,
  checkoutRef: (body['checkout_ref'] as string | undefined) ?? before.checkoutRef,
  configRef: (body['config_ref'] as string | undefined) ?? before.configRef,
  eventName: (body['event_name'] as string | undefined) ?? before.eventName,
  disabled: (body['disabled'] as boolean | undefined) ?? before.disabled,
});

/** The parameters of a schedule trigger; 400 with any other event source. */
const parseTriggerParameters = (
  ctx: RequestContext,
  { parameters }: JsonObject,
  provider: CiTrigger['provider'],
): Pick<CiTrigger, 'parameters'> => {
  if (parameters === undefined) return {};
  if (provider !== 'schedule')
    throw invalidRequest({
      detail: `is for event_source.provider "schedule" only; this one's is "${sourceProviderName(provider, ctx.dialect)}"`,
      pointer: '/parameters',
    });
  return { parameters: parsePipelineParameters(parameters) };
};

export type NewTrigger = TriggerOptions & Pick<CiTrigger, 'parameters'> & { readonly source: NewEventSource };

/** Parses a new trigger. */
export const parseTriggerCreation = (ctx: RequestContext): NewTrigger => {
  const body = parseCiBody(ctx, newTriggerMembers(ctx));
  const source = parseNewEventSource(ctx, body['event_source']);
  if (source.provider === 'github_oauth' && body['disabled'] === true)
    throw invalidRequest({ detail: 'can be set by an update only with the provider "github_oauth"', pointer: '/disabled' });
  return {
    ...mergeTriggerOptions(body, { eventPreset: null, checkoutRef: null, configRef: null, eventName: null, disabled: false }),
    ...parseTriggerParameters(ctx, body, source.provider),
    source,
  };
};

/** A schedule that was disabled begins now: earlier times are not made up for. */
const restartIfEnabled = (ctx: RequestContext, trigger: CiTrigger, wasDisabled: boolean): CiTrigger =>
  trigger.schedule && wasDisabled && !trigger.disabled
    ? { ...trigger, schedule: { ...trigger.schedule, looked: ctx.clock.now().toISOString() } }
    : trigger;

/** Applies an update to a trigger. Parameters that it does not repeat are dropped. */
export const parseTriggerUpdate = async (
  ctx: RequestContext,
  trigger: StoredRecord<CiTrigger>,
  organization: string,
): Promise<CiTrigger> => {
  const body = parseCiBody(ctx, triggerUpdateMembers(ctx));
  const { parameters: _parameters, ...stored } = trigger.body;
  return restartIfEnabled(
    ctx,
    {
      ...stored,
      ...mergeTriggerOptions(body, stored),
      ...parseTriggerParameters(ctx, body, stored.provider),
      ...(await parseEventSourceUpdate(ctx, body['event_source'], trigger, organization)),
    },
    stored.disabled,
  );
};
