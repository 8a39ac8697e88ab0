import { UnstorableText } from './failures.ts';
import type { Announcer } from './late-writes.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import type { Sealer } from './sealing/sealer.ts';
import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import { isStorable, isStorableJson } from './text.ts';

export const requireStorable = (member: string, text: string): string => {
  if (typeof text !== 'string') throw new TypeError(`${member} of a record is text, not ${typeof text}`);
  if (!isStorable(text)) throw new UnstorableText(member);
  return text;
};
export const serializeJson = (member: string, value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`${member} of a record is JSON, not ${typeof value}`);
  if (!isStorableJson(text)) throw new UnstorableText(member);
  return text;
};

/** The data that the writes of one unit share. */
export interface WriteContext {
  readonly reportKind: (kind: string, announcer?: Announcer) => void;
  readonly dialect: SqlDialect;
  readonly prepared: PreparedStatements;
  readonly session: SqlSession;
  readonly sealer: Sealer;
  /** Records whose insert has been called and has not ended. */
  readonly inserting: Map<string, Promise<unknown>>;
}
