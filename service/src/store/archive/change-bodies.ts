import { sql } from 'kysely';
import { storeSecretKind } from '../sealing/legacy-seal.ts';
import { secretMembers } from '../sealing/secret-members.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';
import { createQueryRunner } from './archive-reader.ts';
import type { ArchivePortion } from './archive.ts';

/** Changes the body of a record, a JSON text. `storeSecret`: the body of the record `ci-secret` in the same archive. */
export type BodyChange = (kind: string, id: string, text: string, storeSecret: string | undefined) => string;

const batchSize = 500;
const secretKinds = Object.keys(secretMembers);

const changeRow = (row: SqlRow, change: BodyChange, storeSecret: string | undefined): string =>
  change(row.kind as string, row.id as string, row.body as string, storeSecret);

const changeRecords = async (dialect: SqlDialect, session: SqlSession, change: BodyChange): Promise<number> => {
  const { db } = dialect;
  const run = createQueryRunner(session);
  const [secret] = await run(db.selectFrom('records').select('body').where('kind', '=', storeSecretKind));
  let [count, after] = [0, -1];
  for (;;) {
    const isSecretKind = dialect.isAnyOf(sql.ref('kind'), secretKinds);
    const batch = db.selectFrom('records').select(['seq', 'kind', 'id', 'body']).where('seq', '>', after).where(isSecretKind);
    const rows = await run(batch.orderBy('seq').limit(batchSize));
    for (const row of rows) {
      const body = changeRow(row, change, secret?.body as string | undefined);
      if (body === row.body) continue;
      await run(
        db
          .updateTable('records')
          .set({ body })
          .where('seq', '=', row.seq as number),
      );
      count++;
    }
    if (rows.length < batchSize) return count;
    after = rows.at(-1)!.seq as number;
  }
};

const readPortion = (row: SqlRow): ArchivePortion => JSON.parse(row.content as string) as ArchivePortion;

const changeSnapshot = async (dialect: SqlDialect, session: SqlSession, name: string, change: BodyChange): Promise<void> => {
  const { db } = dialect;
  const run = createQueryRunner(session);
  const parts = db.selectFrom('snapshots').where('name', '=', name).where('part', '>', 0);
  const numbers = (await run(parts.select('part').orderBy('part'))).map(({ part }) => part as number);
  const read = async (part: number): Promise<ArchivePortion> =>
    readPortion((await run(db.selectFrom('snapshots').select('content').where('name', '=', name).where('part', '=', part)))[0]!);
  let storeSecret: string | undefined;
  for (const part of numbers)
    storeSecret ??= (await read(part)).rows.find(({ kind }) => kind === storeSecretKind)?.body as string | undefined;
  for (const part of numbers) {
    const { table, rows } = await read(part);
    if (table !== 'records') continue;
    const changed = rows.map((row) => ({ ...row, body: changeRow(row, change, storeSecret) }));
    const content = JSON.stringify({ table, rows: changed });
    await run(db.updateTable('snapshots').set({ content }).where('name', '=', name).where('part', '=', part));
  }
};

/** Changes the bodies of all records whose kind has secrets, in the store and in its snapshots; returns how many of the store changed. */
export const changeBodies = async (dialect: SqlDialect, session: SqlSession, change: BodyChange): Promise<number> => {
  const count = await changeRecords(dialect, session, change);
  const names = await createQueryRunner(session)(dialect.db.selectFrom('snapshots').select('name').distinct().orderBy('name'));
  for (const { name } of names) await changeSnapshot(dialect, session, name as string, change);
  return count;
};
