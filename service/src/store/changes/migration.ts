import { testOrganizationStatements } from '../organizations/migration.ts';

/**
 * Schema version 9, on PostgreSQL alone: results of tests know their organization, as records do since version 8. And what moved a mark
 * (postgres/write-marks.ts) from one value to the next, as numbers of transactions: the records that may have changed, apart from new
 * ones; null: any. The release before leaves no such row.
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
