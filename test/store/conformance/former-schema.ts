const dropLinkNumbers = (prefix: string): string =>
  `drop index ${prefix}links_back; alter table ${prefix}links drop column from_seq;
    create index links_back on ${prefix}links ("to", kind)`;

/** Takes what schema versions 6 and 7 added from a data file. */
export const toSchema5 = `drop trigger record_renamed; drop trigger record_unnamed; drop table record_names; drop index records_named;
  ${dropLinkNumbers('')}`;
/** The same from a database. */
export const toSchema5Postgres = `drop index slipway.record_names; ${dropLinkNumbers('slipway.')}`;
