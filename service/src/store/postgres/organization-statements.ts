import { linkOrganization, movedOrganization, recordOrganization } from '../organizations/expressions.ts';
import type { PreparedStatements } from '../prepared-statements.ts';

/** Statements that write the column `organization`, or return which record was changed, with the values of those that do not. */
export const organizationStatements: Pick<PreparedStatements, 'insert' | 'update' | 'link' | 'unlink' | 'cascade'> = {
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
      on conflict do nothing returning seq, from_seq`,
  },
  /** kind, from, to */
  unlink: {
    name: 'slipway_unlink',
    sql: 'delete from slipway.links where kind = $1 and "from" = $2 and "to" = $3 returning from_seq',
  },
  /** id, id */
  cascade: { name: 'slipway_cascade', sql: 'delete from slipway.links where "from" = $1 or "to" = $2 returning from_seq' },
};
