import type { SqlSession } from './sql-dialect.ts';

/** Each member of a session. One that has no such member has `undefined`. */
type EachMember = { readonly [Member in keyof Required<SqlSession>]: SqlSession[Member] };

/**
 * A session that overrides some functions of another one. All members are listed: with the other session as prototype, each result would
 * have its own object shape, and calls of its functions would be slow.
 */
export const deriveSession = (session: SqlSession, own: Partial<SqlSession>): SqlSession => {
  const derived: EachMember = {
    memory: session.memory,
    joinsLookups: session.joinsLookups,
    findSeen: own.findSeen ?? session.findSeen,
    listEvidence: session.listEvidence,
    ready: session.ready,
    later: own.later ?? session.later,
    send: session.send,
    announce: session.announce,
    addAuditRow: session.addAuditRow,
    count: session.count,
    estimate: own.estimate ?? session.estimate,
    pick: own.pick ?? session.pick,
    query: own.query ?? session.query,
    queryUnlessDuplicate: own.queryUnlessDuplicate ?? session.queryUnlessDuplicate,
  };
  return derived as SqlSession;
};
