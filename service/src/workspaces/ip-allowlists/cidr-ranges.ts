import { bool, string, stringMatching } from '@slipway/declarations/declare';
import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { isNetwork } from '../../http/trusted-proxies.ts';
import { noun, optional, required } from '../../nouns/declaration.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { underNoun } from '../../nouns/parents/under-noun.ts';
import { toOrganization, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { updateAllowedNetworks } from './allowed-networks.ts';
import { cidrRangeList } from './cidr-range-lists.ts';

/** The most ranges of one list. */
const maxRanges = 100;
const rangeKind = stringMatching(/^[0-9A-Fa-f.:]{2,45}(?:\/\d{1,3})?$/, 'a network such as 10.0.0.0/8, or an address');

const requireNetwork = (body: NounBody): NounBody => {
  if (!isNetwork(body['range'] as string))
    throw unprocessable('expected a network such as 10.0.0.0/8 or fd00::/8, or an address', '/data/attributes/range');
  return body;
};

const requireFreePlace = async ({ tx }: RequestContext<Transaction>, scope: string): Promise<void> => {
  if ((await tx.count({ kind: 'cidr-ranges', scope })) >= maxRanges)
    throw unprocessable(`the list has ${maxRanges} ranges already; delete one first`, '/data');
};

export const cidrRange = noun('cidr-ranges', {
  doc: 'One network of a list.',
  label: 'CIDR range',
  idPrefix: 'cidrr',
  collection: 'relationships/cidr-ranges',
  itemPath: '/cidr-ranges/{cidr_range_id}',
  parents: [underNoun(cidrRangeList)],
  attributes: {
    range: required(rangeKind, 'The network.', { unique: true }),
    description: optional(string, 'Whose network it is.'),
    enabled: required(bool, 'Whether it counts.'),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    organization: toOrganization('The organization that it belongs to.'),
    'cidr-range-list': toParent('cidr-range-lists', 'The list.'),
  },
  behavior: {
    beforeCreate: async (ctx, body, scope) => {
      await requireFreePlace(ctx, scope);
      return requireNetwork(body);
    },
    beforeUpdate: async (_, __, body) => requireNetwork(body),
    afterCreate: (ctx, { body }) => updateAllowedNetworks(ctx.tx, body.organization),
    afterUpdate: (ctx, { body }) => updateAllowedNetworks(ctx.tx, body.organization),
    afterDelete: (ctx, { body }) => updateAllowedNetworks(ctx.tx, body.organization),
  },
  writeOptions: { changesIdentity: true },
});
