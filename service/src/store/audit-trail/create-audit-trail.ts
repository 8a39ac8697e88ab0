import { sql } from 'kysely';
import type { PreparedStatements } from '../prepared-statements.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import { isStorable, replaceUnstorable } from '../text.ts';
import { runQuery } from '../run-query.ts';
import type { AuditTrail, AuditTrailReader } from './audit-trail.ts';
import { fromAuditRow, toAuditValues } from './tables.ts';

/** The entries written first. */
const selectFirst = ({ db }: SqlDialect, limit: number) => db.selectFrom('audit_events').select(['seq', 'at']).orderBy('seq').limit(limit);

export const createAuditTrailReader = (dialect: SqlDialect, session: SqlSession): AuditTrailReader => ({
  async list({ organization, from }, { offset, limit }) {
    if (!isStorable(organization)) return { events: [], total: 0 };
    const matching = dialect.db.selectFrom('audit_events').where('organization', '=', organization).where('at', '>=', from);
    const rows = await runQuery(session, matching.selectAll().orderBy('at', 'desc').orderBy('seq', 'desc').limit(limit).offset(offset));
    const [count] = await runQuery(
      session,
      matching.select(({ fn }) => fn.countAll<number>().as('total')),
    );
    return { events: rows.map(fromAuditRow), total: count!.total };
  },
  findOldest: async (limit) => (await runQuery(session, selectFirst(dialect, limit))).map(({ at }) => at).toSorted()[0],
});

export const createAuditTrail = (dialect: SqlDialect, prepared: PreparedStatements, session: SqlSession): AuditTrail => {
  const { db } = dialect;
  const { list, findOldest } = createAuditTrailReader(dialect, session);
  return {
    list,
    findOldest,
    async append(event) {
      const { sql: text, name } = prepared.appendAuditEvent;
      // This is the only text from a path, which can contain any characters.
      const resource = { ...event.resource, id: replaceUnstorable(event.resource.id) };
      const values = toAuditValues({ ...event, resource });
      if (session.addAuditRow) session.addAuditRow(values);
      else if (session.send) session.send(text, values, name);
      else await session.query(text, values, name);
    },
    async prune(olderThan, limit) {
      const first = selectFirst(dialect, limit).as('first');
      const old = db.selectFrom(first).select('first.seq').where('first.at', '<', olderThan);
      return (await runQuery(session, db.deleteFrom('audit_events').where('seq', 'in', old).returning('seq'))).length;
    },
    async renameOrganization(from, to) {
      // The token of an organization is a caller whose ID is the organization's name.
      const isItself = sql<boolean>`caller_kind = 'organization' and caller_id = ${from}`;
      const own = db.updateTable('audit_events').where('organization', '=', from);
      await runQuery(session, own.set({ caller_id: to }).where(isItself));
      await runQuery(session, own.set({ organization: to }));
    },
    async deleteOrganization(name) {
      await runQuery(session, db.deleteFrom('audit_events').where('organization', '=', name));
    },
  };
};
