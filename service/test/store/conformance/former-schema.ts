const dropLinkNumbers = (prefix: string): string =>
  `drop index ${prefix}links_back; alter table ${prefix}links drop column from_seq;
    create index links_back on ${prefix}links ("to", kind)`;

/** What schema versions 10 to 12 added. */
const triggers = ['record_members', 'run_members', 'pool_members', 'owner_members'].flatMap((name) =>
  ['inserted', 'updated', 'deleted'].map((event) => `drop trigger ${name}_${event};`),
);
const dropMembers = `${triggers.join(' ')} drop trigger run_members_status; drop table record_members`;
const dropMembersPostgres = `drop function slipway.keep_members, slipway.add_members, slipway.keep_run_members, slipway.keep_pool_members,
    slipway.keep_owner_members cascade;
  drop table slipway.record_members`;

/** Takes what schema versions 6 to 12 added from a data file. */
export const toSchema5 = `${dropMembers};
  drop trigger record_renamed; drop trigger record_unnamed; drop table record_names; drop index records_named;
  ${dropLinkNumbers('')}`;
/** What schema versions 8 and 9 added to a database. */
const dropOrganizations = `drop function slipway.fill_record_organization, slipway.move_record_organization,
    slipway.adopt_default_project, slipway.fill_link_organization, slipway.fill_test_organization cascade;
  drop table slipway.changes; alter table slipway.test_results drop column organization;
  alter table slipway.records drop column organization; alter table slipway.links drop column organization`;
/** The same from a database, and what versions 8 and 9 added. */
export const toSchema5Postgres = `${dropMembersPostgres}; ${dropOrganizations};
  drop index slipway.record_names; ${dropLinkNumbers('slipway.')}`;
