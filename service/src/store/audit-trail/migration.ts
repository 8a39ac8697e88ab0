import { formerAuditKind } from './tables.ts';

const columns = [
  'id',
  'organization',
  'at',
  'caller_kind',
  'caller_id',
  'caller_name',
  'request',
  'resource_type',
  'resource_id',
  'action',
];

const members = [
  ['caller', 'kind'],
  ['caller', 'id'],
  ['caller', 'name'],
  ['requestId'],
  ['resource', 'type'],
  ['resource', 'id'],
  ['resource', 'action'],
];
const readMember = {
  sqlite: (path: readonly string[]) => `body ->> '$.${path.join('.')}'`,
  postgres: (path: readonly string[]) => `body #>> '{${path.join(',')}}'`,
};

const createTable = (engine: 'sqlite' | 'postgres'): readonly string[] => {
  const [schema, key, text, suffix] =
    engine === 'sqlite'
      ? ['', 'integer primary key autoincrement', 'text', ' strict']
      : ['slipway.', 'bigint generated always as identity primary key', 'text collate "C"', ''];
  const all = columns.map((name) => `${name} ${text} not null`);
  return [
    `create table ${schema}audit_events (seq ${key}, ${all.join(', ')})${suffix}`,
    // Every SQLite index ends with seq.
    `create index audit_events_in_time on ${schema}audit_events (organization, at${engine === 'sqlite' ? '' : ', seq'})`,
    `insert into ${schema}audit_events (${columns.join(', ')}) select id, scope, name, ${members.map(readMember[engine]).join(', ')} ` +
      `from ${schema}records where kind = '${formerAuditKind}' order by seq`,
    `delete from ${schema}records where kind = '${formerAuditKind}'`,
  ];
};

/** Schema version 5: entries of audit trails were records. It was released: what it makes never changes. */
export const auditMigration = { sqlite: createTable('sqlite'), postgres: createTable('postgres') };
