import { linkOrganization, movedOrganization, recordOrganization } from '../organizations/expressions.ts';
import type { PreparedStatements } from '../prepared-statements.ts';

/** Statements that write the column `organization`, with the values of those that do not. */
export const organizationStatements: Pick<PreparedStatements, 'insert' | 'update' | 'link'> = {
  /** id, kind, scope, key, name, folded, body */
  insert: {
    name: 'slipway_insert',
    sql: `insert into slipway.records (id, kind, scope, key, name, folded, body, version, organization)
      values ($1, $2, $3, $4, $5, $6, $7, 1, ${recordOrganization({ id: '$1', kind: '$2', scope: '$3', key: '$4' })})
      on conflict do nothing returning seq`,
  },
  /** scope, key, name, folded, body, id, kind, version */
  update: {
    name: 'slipway_update',
    sql: `update slipway.records set scope = $1, key = $2, name = $3, folded = $4, body = $5, version = version + 1,
      organization = case when scope = $1 then organization else ${movedOrganization({ kind: 'kind', scope: '$1' }, 'organization')} end
      where id = $6 and kind = $7 and version = $8 returning seq, version`,
  },
  /** kind, from, to, note, from */
  link: {
    name: 'slipway_link',
    sql: `insert into slipway.links (kind, "from", "to", note, from_seq, organization)
      values ($1, $2, $3, $4, (select seq from slipway.records where id = $5), ${linkOrganization('$2', '$3')})
      on conflict do nothing returning seq`,
  },
};
