import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import {
  booleanMember,
  objectMember,
  parseCiBody,
  describeValue,
  invalidRequest,
  optionalMember,
  type MemberRule,
  parseMembers,
  requiredMember,
} from '../requests/read-request.ts';
import type { EventProvider, CiTrigger } from './trigger-records.ts';
import { nameMember, refMember, textMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { parseExternalId } from '../pipeline-definitions/definition-sources.ts';
import { eventPresetsOf } from './event-presets.ts';
import { creatableTriggerProviders } from './trigger-rules.ts';

const stringMember = { description: 'a string', accepts: (value: unknown) => typeof value === 'string' };

/** The members that creation and update share, without the event source. */
const optionMembers = ({ dialect }: RequestContext): { readonly [name: string]: MemberRule } => ({
  event_preset: optionalMember({
    description: `one of ${eventPresetsOf(dialect).join(', ')}`,
    accepts: (value) => eventPresetsOf(dialect).includes(value as string),
  }),
  checkout_ref: optionalMember(refMember),
  config_ref: optionalMember(refMember),
  event_name: optionalMember(textMember),
  disabled: optionalMember(booleanMember),
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

const parseSender = (webhook: unknown): string =>
  parseMembers(webhook, { sender: requiredMember(nameMember) }, '/event_source/webhook')['sender'] as string;

/** Parses a new trigger: the provider decides which of `repo` and `webhook` is required and which is not allowed. */
export const parseTriggerCreation = (
  ctx: RequestContext,
): TriggerOptions & { readonly provider: EventProvider; readonly externalId: string | null; readonly sender: string | null } => {
  const body = parseCiBody(ctx, { event_source: requiredMember(objectMember), ...optionMembers(ctx) });
  const source = parseMembers(
    body['event_source'],
    { provider: requiredMember(stringMember), repo: optionalMember(objectMember), webhook: optionalMember(objectMember) },
    '/event_source',
  );
  const provider = source['provider'] as EventProvider;
  const displayed = (one: string): string => sourceProviderName(one, ctx.dialect);
  const possible = creatableTriggerProviders(ctx.dialect);
  if (!possible.includes(provider))
    throw invalidRequest({
      detail:
        `expected ${possible.map((one) => `"${displayed(one)}"`).join(' or ')}, ` +
        `which triggers are made with; ${describeValue(displayed(provider))}`,
      pointer: '/event_source/provider',
    });
  const [needed, forbidden] = provider === 'webhook' ? (['webhook', 'repo'] as const) : (['repo', 'webhook'] as const);
  if (source[forbidden] !== undefined)
    throw invalidRequest({ detail: `does not go with the provider "${displayed(provider)}"`, pointer: `/event_source/${forbidden}` });
  if (source[needed] === undefined)
    throw invalidRequest({ detail: `is required with the provider "${displayed(provider)}"`, pointer: `/event_source/${needed}` });
  if (provider === 'github_oauth' && body['disabled'] !== undefined)
    throw invalidRequest({ detail: 'can be set by an update only with the provider "github_oauth"', pointer: '/disabled' });
  return {
    ...mergeTriggerOptions(body, { eventPreset: null, checkoutRef: null, configRef: null, eventName: null, disabled: false }),
    provider,
    externalId: provider === 'webhook' ? null : parseExternalId(ctx, source['repo'], '/event_source/repo'),
    sender: provider === 'webhook' ? parseSender(source['webhook']) : null,
  };
};

/** Applies an update to a trigger. Of the event source only a webhook's sender can change; the provider may be repeated. */
export const parseTriggerUpdate = (ctx: RequestContext, stored: CiTrigger): CiTrigger => {
  const body = parseCiBody(ctx, { event_source: optionalMember(objectMember), ...optionMembers(ctx) });
  const changed: CiTrigger = { ...stored, ...mergeTriggerOptions(body, stored) };
  if (body['event_source'] === undefined) return changed;
  const source = parseMembers(
    body['event_source'],
    { provider: optionalMember(stringMember), webhook: optionalMember(objectMember) },
    '/event_source',
  );
  if (source['provider'] !== undefined && source['provider'] !== stored.provider)
    throw invalidRequest({
      detail: `cannot be changed; it is "${sourceProviderName(stored.provider, ctx.dialect)}"`,
      pointer: '/event_source/provider',
    });
  if (source['webhook'] === undefined) return changed;
  if (!stored.webhook)
    throw invalidRequest({
      detail: `does not go with the provider "${sourceProviderName(stored.provider, ctx.dialect)}"`,
      pointer: '/event_source/webhook',
    });
  return { ...changed, webhook: { ...stored.webhook, sender: parseSender(source['webhook']) } };
};
