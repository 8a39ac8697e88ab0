import { UnstorableText } from './failures.ts';
import type { Announcer } from './late-writes.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { type ApartBody, copyApartBody, type Sealer } from './sealing/sealer.ts';
import { listWholeMembers } from './sealing/secret-members.ts';
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

/** A body that is to be stored: serialized when the write begins, and sealed when the keys are known to be current. */
export interface SerializedBody<B> {
  readonly seal: (sealer: Sealer, kind: string, id: string) => string;
  /** A copy: what the caller does to the body afterwards is not stored. */
  readonly copy: () => B;
}

/** Characters of a secret from which it is taken apart. */
const longSecret = 4096;

const takeApart = (kind: string, body: unknown): ApartBody | undefined => {
  const names = listWholeMembers(kind);
  const members = names?.flatMap((name) => {
    const value = (body as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value.length >= longSecret ? [{ name, value }] : [];
  });
  // A kind with two secrets has short ones: then both are sealed in place.
  if (!members || members.length === 0 || members.length < names!.length) return undefined;
  if (!members.every(({ value }) => isStorable(value))) throw new UnstorableText('body');
  const rest = { ...(body as object), ...Object.fromEntries(members.map(({ name }) => [name, undefined])) };
  return { text: serializeJson('body', rest), members: members.map(({ name, value }) => ({ name, text: JSON.stringify(value) })) };
};

export const serializeBody = <B>(kind: string, body: B): SerializedBody<B> => {
  const apart = takeApart(kind, body);
  if (apart) return { seal: (sealer, ofKind, id) => sealer.sealApart(ofKind, id, apart), copy: () => copyApartBody(apart) as B };
  const text = serializeJson('body', body);
  return { seal: (sealer, ofKind, id) => sealer.seal(ofKind, id, text), copy: () => JSON.parse(text) as B };
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
