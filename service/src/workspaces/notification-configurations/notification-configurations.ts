import { bool, listOf, mapOf, object, oneOf, optional as member, string, stringOfLength, time, when } from '@slipway/declarations/declare';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, optional, type PreparedWrite, required } from '../../nouns/declaration.ts';
import type { NounBody, LoadValues, NounRecord } from '../../nouns/noun-record.ts';
import { underProject } from '../../nouns/parents/under-project.ts';
import { underTeam } from '../../nouns/parents/under-team.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { toMany, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { boundedList } from '../bounded-list.ts';
import { httpUrlKind } from '../http-url-kind.ts';
import { nameKind } from '../name-kind.ts';
import { teamTriggers, workspaceTriggers } from './notification-events.ts';
import { addDeliveryResponse } from './notification-request.ts';
import { findNotifiedUsers } from './notified-users.ts';
import { destinationTypes, type StoredNotificationConfiguration } from './stored.ts';
import { type Verification, verifyBeforeWrite } from './verify-destination.ts';
import { verifyActions } from './verify-notifications.ts';
import type { User } from '../../access/records.ts';

/** The addresses of the users of each configuration. */
const loadUserAddresses = async (ctx: RequestContext, records: readonly NounRecord[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const links = await ctx.tx.listLinks('notification-configurations.users', { from: records.map(({ id }) => id) });
  const users = links.length === 0 ? [] : await ctx.tx.getMany<User>('users', [...new Set(links.map(({ to }) => to))]);
  const addresses = new Map(users.map(({ id, body }) => [id, body.email]));
  return new Map(records.map(({ id }) => [id, links.filter(({ from }) => from === id).flatMap(({ to }) => addresses.get(to) || [])]));
};

/** The addresses of each configuration that are of none of its users. */
const loadExternalAddresses: LoadValues = async (ctx, records) => {
  const ofUsers = await loadUserAddresses(ctx, records);
  return new Map(
    records.map(({ id, body }) => {
      const { emailAddresses } = body as StoredNotificationConfiguration;
      return [id, emailAddresses.filter((address) => !ofUsers.get(id)!.includes(address))];
    }),
  );
};

const maxPerParent = 20;

const requireSuitable = (body: NounBody, scope: string): void => {
  const { destinationType, url, triggers } = body as StoredNotificationConfiguration;
  const expected: readonly string[] = scope.startsWith('team-') ? teamTriggers : workspaceTriggers;
  throwIfInvalid([
    ...triggers.flatMap((trigger, index) =>
      expected.includes(trigger)
        ? []
        : [{ detail: `expected one of ${expected.join(', ')}`, pointer: `/data/attributes/triggers/${index}` }],
    ),
    ...(destinationType === 'email' && url !== null ? [{ detail: 'email has no url; omit it', pointer: '/data/attributes/url' }] : []),
  ]);
};

const withVerification = (ctx: RequestContext, body: NounBody): NounBody => {
  const verification = (ctx.prepared as PreparedWrite<Verification | undefined>).result;
  if (!verification) return body;
  return {
    ...body,
    deliveryResponses: addDeliveryResponse(
      body as StoredNotificationConfiguration,
      verification.request,
      verification.result,
      ctx.clock.now(),
    ),
  };
};

const requireFreePlace = async ({ tx }: RequestContext<Transaction>, scope: string): Promise<void> => {
  if ((await tx.count({ kind: 'notification-configurations', scope })) >= maxPerParent)
    throw unprocessable(`there are ${maxPerParent} notification configurations here already; delete one first`, '/data');
};

const deliveryResponseKind = object({
  url: member(string, 'Where it was sent.'),
  body: member(string, 'The beginning of the response, or why there was none.'),
  code: member(string, 'The status; empty without a response.'),
  headers: member(mapOf(listOf(string)), 'Of the response.'),
  'sent-at': member(time, 'When.'),
  successful: member(oneOf('true', 'false'), 'Whether the status was 2xx.'),
});

export const notificationConfiguration = noun('notification-configurations', {
  doc: 'Where events of runs, assessments and workspaces, or of a team, are sent.',
  label: 'notification configuration',
  idPrefix: 'nc',
  parents: [
    underWorkspace({ read: 'update', write: 'update' }),
    underProject({ read: 'update', write: 'update' }),
    underTeam({ read: 'manage-teams', write: 'manage-teams' }),
  ],
  attributes: {
    name: required(nameKind, 'The name.'),
    'destination-type': required(oneOf(...destinationTypes), 'What receives it; `email` is kept in an outbox.', { immutable: true }),
    enabled: optional(bool, 'Whether anything is sent.', { default: false }),
    url: optional(httpUrlKind, 'Where requests are sent; not for email.'),
    token: optional(stringOfLength(0, 1000), 'The key that signs requests of the type `generic`.', { secret: true, value: () => null }),
    triggers: optional(boundedList(oneOf(...workspaceTriggers, ...teamTriggers), 20), 'What is sent.', { default: [] }),
    'email-addresses': optional(boundedList(stringOfLength(1, 255), 100), 'Who gets mail, besides users.', { default: [] }),
    'user-email-addresses': computed(listOf(string), 'Addresses of its users.', { load: loadUserAddresses }),
    'external-email-addresses': computed(listOf(string), 'Addresses that are of none of its users.', { load: loadExternalAddresses }),
    'delivery-responses': computed(listOf(deliveryResponseKind), 'The last attempts, newest first.', { default: [] }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    subscribable: toParent('workspaces', 'The workspace, project or team whose events are sent.'),
    users: toMany('users', 'Members who get mail, and users who will once they accept their invitation.', {
      findTargets: findNotifiedUsers,
      emptiedUnlessSent: true,
    }),
  },
  constraints: [when('destination-type', 'generic', 'slack', 'microsoft-teams').needs('url')],
  actions: verifyActions,
  prepareWrite: verifyBeforeWrite,
  behavior: {
    beforeCreate: async (ctx, body, scope) => {
      requireSuitable(body, scope);
      await requireFreePlace(ctx, scope);
      return withVerification(ctx, body);
    },
    beforeUpdate: async (ctx, { scope }, body) => {
      requireSuitable(body, scope);
      return withVerification(ctx, body);
    },
  },
});
