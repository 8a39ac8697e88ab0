import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { describeValue, invalidRequest, optionalMember, type MemberRules, parseMembers } from '../requests/read-request.ts';
import { requiredMember } from '../requests/read-request.ts';
import { nameMember, stringMember } from '../requests/text-members.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import { objectOf } from '../requests/request-schema.ts';
import { parseExternalId, repositoryMembers } from '../pipeline-definitions/definition-sources.ts';
import { newScheduleRules, parseNewSchedule, parseScheduleUpdate, scheduleUpdateRules, type ScheduleRequest } from './trigger-schedule.ts';
import type { EventProvider, CiTrigger } from './trigger-records.ts';
import { creatableTriggerProviders } from './trigger-rules.ts';

/** Replaces the secret in a webhook's URL in every response except that to its creation. */
export const redactedSecret = '**REDACTED**';

/** The member of an event source that describes it, by its provider. */
const detailMember = (provider: string): 'webhook' | 'schedule' | 'repo' =>
  provider === 'webhook' || provider === 'schedule' ? provider : 'repo';
const detailMembers = ['repo', 'webhook', 'schedule'] as const;

type DialectContext = Pick<RequestContext, 'dialect'>;
const senderMembers = { sender: requiredMember(nameMember) };
const webhookUpdateRules = { sender: optionalMember(nameMember), url: optionalMember(stringMember) };
const repeatedRepositoryMembers = { external_id: optionalMember(stringMember), full_name: optionalMember(stringMember) };

/** Members of the event source of a new trigger. */
export const newEventSourceMembers = (ctx: DialectContext): MemberRules => ({
  provider: requiredMember(stringMember),
  repo: optionalMember(objectOf(repositoryMembers(ctx, false))),
  webhook: optionalMember(objectOf(senderMembers)),
  ...(ctx.dialect === 'hosted' ? { schedule: optionalMember(objectOf(newScheduleRules)) } : {}),
});
/** Members of the event source in an update of a trigger. */
export const eventSourceUpdateMembers = ({ dialect }: DialectContext): MemberRules => ({
  provider: optionalMember(stringMember),
  repo: optionalMember(objectOf(repeatedRepositoryMembers)),
  webhook: optionalMember(objectOf(webhookUpdateRules)),
  ...(dialect === 'hosted' ? { schedule: optionalMember(objectOf(scheduleUpdateRules())) } : {}),
});

const requireOwnDetail = (ctx: RequestContext, source: JsonObject, provider: EventProvider): void => {
  const foreign = detailMembers.find((name) => name !== detailMember(provider) && source[name] !== undefined);
  if (foreign !== undefined)
    throw invalidRequest({
      detail: `does not go with the provider "${sourceProviderName(provider, ctx.dialect)}"`,
      pointer: `/event_source/${foreign}`,
    });
};

export interface NewEventSource {
  readonly provider: EventProvider;
  readonly externalId: string | null;
  readonly sender: string | null;
  readonly schedule: ScheduleRequest | null;
}

/** Parses the event source of a new trigger: the provider decides which of `repo`, `webhook` and `schedule` is required. */
export const parseNewEventSource = (ctx: RequestContext, value: unknown): NewEventSource => {
  const source = parseMembers(ctx, value, newEventSourceMembers(ctx), '/event_source');
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
  requireOwnDetail(ctx, source, provider);
  const needed = detailMember(provider);
  const detail = source[needed];
  if (detail === undefined)
    throw invalidRequest({ detail: `is required with the provider "${displayed(provider)}"`, pointer: `/event_source/${needed}` });
  return {
    provider,
    externalId: needed === 'repo' ? parseExternalId(ctx, detail, '/event_source/repo') : null,
    sender: needed === 'webhook' ? (parseMembers(ctx, detail, senderMembers, '/event_source/webhook')['sender'] as string) : null,
    schedule: needed === 'schedule' ? parseNewSchedule(ctx, detail) : null,
  };
};

/** Whether an address is the one that responses contain for this webhook, at any host. */
const isOwnAddress = (text: unknown, id: string, secret: string): boolean => {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { pathname, searchParams } = new URL(text);
  return pathname === `/hooks/${id}` && [secret, redactedSecret].includes(searchParams.get('secret') ?? '');
};

const parseWebhookUpdate = (ctx: RequestContext, value: unknown, id: string, webhook: NonNullable<CiTrigger['webhook']>) => {
  const sent = parseMembers(ctx, value, webhookUpdateRules, '/event_source/webhook');
  if (sent['url'] !== undefined && !isOwnAddress(sent['url'], id, webhook.secret))
    throw invalidRequest({
      detail: 'cannot be changed; send the address that was read, or omit it',
      pointer: '/event_source/webhook/url',
    });
  return { ...webhook, sender: (sent['sender'] as string | undefined) ?? webhook.sender };
};

const requireSameRepository = (ctx: RequestContext, value: unknown, { repository }: CiTrigger): void => {
  const sent = parseMembers(ctx, value, repeatedRepositoryMembers, '/event_source/repo');
  for (const [name, stored] of [
    ['external_id', repository?.externalId],
    ['full_name', repository?.fullName],
  ] as const)
    if (sent[name] !== undefined && sent[name] !== stored)
      throw invalidRequest({ detail: `cannot be changed; it is "${stored}"`, pointer: `/event_source/repo/${name}` });
};

/**
 * Applies the event source of an update. A webhook's sender and a schedule can change; every other member may be repeated as it was
 * read.
 */
export const parseEventSourceUpdate = async (
  ctx: RequestContext,
  value: unknown,
  { id, body: stored }: StoredRecord<CiTrigger>,
  organization: string,
): Promise<Pick<CiTrigger, 'webhook' | 'schedule'>> => {
  const unchanged = { webhook: stored.webhook, ...(stored.schedule ? { schedule: stored.schedule } : {}) };
  if (value === undefined) return unchanged;
  const source = parseMembers(ctx, value, eventSourceUpdateMembers(ctx), '/event_source');
  if (source['provider'] !== undefined && source['provider'] !== stored.provider)
    throw invalidRequest({
      detail: `cannot be changed; it is "${sourceProviderName(stored.provider, ctx.dialect)}"`,
      pointer: '/event_source/provider',
    });
  requireOwnDetail(ctx, source, stored.provider);
  if (source['repo'] !== undefined) requireSameRepository(ctx, source['repo'], stored);
  if (source['webhook'] !== undefined && stored.webhook)
    return { ...unchanged, webhook: parseWebhookUpdate(ctx, source['webhook'], id, stored.webhook) };
  if (source['schedule'] !== undefined && stored.schedule)
    return { ...unchanged, schedule: await parseScheduleUpdate(ctx, source['schedule'], stored.schedule, organization) };
  return unchanged;
};
