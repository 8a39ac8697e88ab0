import { linkOrganization, movedOrganization, recordOrganization, testOrganization } from './expressions.ts';

const named = (table: 'new'): Parameters<typeof recordOrganization>[0] => ({
  id: `${table}.id`,
  kind: `${table}.kind`,
  scope: `${table}.scope`,
  key: `${table}.key`,
});

const trigger = (name: string, body: string, on: string): readonly string[] => [
  `create function slipway.${name}() returns trigger language plpgsql as $$ begin new.organization := ${body}; return new; end $$`,
  `create trigger ${name} before ${on} execute function slipway.${name}()`,
];

/**
 * Schema version 8, on PostgreSQL alone: records and links have a column of their organization, by which tables can be divided (decision
 * 103). Statements of this release fill it; triggers fill it for the previous release. Existing rows are filled afterwards, in portions
 * (postgres/fill-organizations.ts), by two indexes that are empty once that is done.
 */
export const organizationMigration = {
  compatible: { release: '0.1.0' },
  sqlite: [],
  postgres: [
    'alter table slipway.records add column organization text collate "C"',
    'alter table slipway.links add column organization text collate "C"',
    'create index records_to_fill on slipway.records (seq) where organization is null',
    'create index links_to_fill on slipway.links (seq) where organization is null',
    ...trigger(
      'fill_record_organization',
      recordOrganization(named('new')),
      'insert on slipway.records for each row when (new.organization is null)',
    ),
    ...trigger(
      'move_record_organization',
      movedOrganization(named('new'), 'old.organization'),
      `update of scope on slipway.records for each row
        when (new.scope <> old.scope and new.organization is not distinct from old.organization)`,
    ),
    // The release before creates the default project of an organization before that.
    `create function slipway.adopt_default_project() returns trigger language plpgsql as $$ begin
      update slipway.records set organization = new.id where kind = 'projects' and scope = new.key and organization = '';
      return null; end $$`,
    `create trigger adopt_default_project after insert on slipway.records for each row when (new.kind = 'organizations')
      execute function slipway.adopt_default_project()`,
    ...trigger(
      'fill_link_organization',
      linkOrganization('new."from"', 'new."to"'),
      'insert on slipway.links for each row when (new.organization is null)',
    ),
  ],
};

/** Statements that give test results a column of their organization. */
export const testOrganizationStatements = [
  'alter table slipway.test_results add column organization text collate "C"',
  'create index test_results_to_fill on slipway.test_results (seq) where organization is null',
  ...trigger(
    'fill_test_organization',
    testOrganization('new.project'),
    'insert on slipway.test_results for each row when (new.organization is null)',
  ),
];
