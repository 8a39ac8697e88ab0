import { testOrganizationStatements } from '../organizations/migration.ts';

/**
 * Schema version 9, on PostgreSQL only: results of tests have the organization, as records do since version 8. For each change of a mark
 * (postgres/write-marks.ts) from one value to the next (transaction numbers), a row has the records that may have changed, without new
 * ones; null: any. The previous release writes no such rows.
 */
export const changesMigration = {
  compatible: { release: '0.1.0' },
  sqlite: [],
  postgres: [
    ...testOrganizationStatements,
    `create table slipway.changes (mark text collate "C" not null, after bigint not null, before bigint not null, records bigint[],
      primary key (mark, after))`,
  ],
};
