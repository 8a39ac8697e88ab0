/** SQL for the columns or values of a row. */
export interface RecordSql {
  readonly id: string;
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
}

/** The organization of a record that is stored, or is not known yet (null, for a row that no release with the column has written). */
const storedOrganization = (id: string): string => `select coalesce(p.organization, '?') from slipway.records p where p.id = ${id}`;
const organizationNamed = (name: string): string =>
  `select o.id from slipway.records o where o.kind = 'organizations' and o.scope = '' and o.key = ${name}`;

/** SQL for the organization that a scope leads to: that of the record with this ID, or the one with this name; null if there is neither. */
const organizationOfScope = ({ kind, scope }: Pick<RecordSql, 'kind' | 'scope'>): string =>
  `coalesce((${storedOrganization(scope)}), case when ${kind} like 'ci-%' then null else (${organizationNamed(scope)}) end)`;

/**
 * SQL for the organization of a record: the ID of its record, since names change. The scope of a record leads to it: that is the name of
 * an organization, the ID of a record which has one, or empty for what spans organizations. The two records of one organization, of the
 * workspace service and of the CI service, have the same. Null: the record that it belongs to has none yet.
 */
export const recordOrganization = (record: RecordSql): string =>
  `case when ${record.kind} = 'organizations' then ${record.id}
    when ${record.kind} = 'ci-organizations' then coalesce((${organizationNamed(record.key)}), ${record.id})
    when ${record.scope} = '' then ''
    else nullif(coalesce(${organizationOfScope(record)}, ''), '?') end`;

/**
 * SQL for the organization of a record that is stored with another scope. A scope that leads to nothing (an organization is being renamed)
 * keeps the current organization.
 */
export const movedOrganization = (record: Pick<RecordSql, 'kind' | 'scope'>, current: string): string =>
  `nullif(coalesce(${organizationOfScope(record)}, ${current}), '?')`;

/** SQL for the organization of the results of tests: that of their project, as finished workflows and jobs have it. */
export const testOrganization = (project: string): string =>
  `coalesce((select p.scope from slipway.records p where p.kind = 'ci-projects' and p.id = ${project}), '')`;

/** SQL for the organization of a link: that of the record it comes from, else of the one it leads to, else of the name it comes from. */
export const linkOrganization = (from: string, to: string): string =>
  `nullif(coalesce(nullif((${storedOrganization(from)}), ''), nullif((${storedOrganization(to)}), ''),
    (${organizationNamed(from)}), ''), '?')`;
