import type { Compilable, Kysely } from 'kysely';
import { linkColumns, recordColumns, type Tables } from './tables.ts';

/** A statement that is built once; its values are passed in the order of its placeholders. */
export interface PreparedStatement {
  readonly name: string;
  readonly sql: string;
}

const prepareStatement = (name: string, query: Compilable): PreparedStatement => ({ name: `slipway_${name}`, sql: query.compile().sql });

/** The statements of every request, built once. The values here are placeholders. */
// oxlint-disable-next-line max-lines-per-function -- a table of statements
export const prepareStatements = (db: Kysely<Tables>) => ({
  /** kind, id */
  get: prepareStatement('get', db.selectFrom('records').select(recordColumns).where('kind', '=', '').where('id', '=', '')),
  /** kind, scope, key */
  byKey: prepareStatement(
    'by_key',
    db.selectFrom('records').select(recordColumns).where('kind', '=', '').where('scope', '=', '').where('key', '=', ''),
  ),
  /** id, kind, scope, key, name, folded, body */
  insert: prepareStatement(
    'insert',
    db
      .insertInto('records')
      .values({ id: '', kind: '', scope: '', key: '', name: '', folded: '', body: '', version: (make) => make.lit(1) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('seq'),
  ),
  /** scope, key, name, folded, body, id, kind, version */
  update: prepareStatement(
    'update',
    db
      .updateTable('records')
      .set((make) => ({ scope: '', key: '', name: '', folded: '', body: '', version: make('version', '+', make.lit(1)) }))
      .where('id', '=', '')
      .where('kind', '=', '')
      .where('version', '=', 0)
      .returning(['seq', 'version']),
  ),
  /** kind, id */
  delete: prepareStatement('delete', db.deleteFrom('records').where('kind', '=', '').where('id', '=', '').returning('seq')),
  /** id, id */
  cascade: prepareStatement(
    'cascade',
    db
      .deleteFrom('links')
      .where((make) => make.or([make('from', '=', ''), make('to', '=', '')]))
      .returning(['kind', 'from']),
  ),
  /** kind, from, to, note, from */
  link: prepareStatement(
    'link',
    db
      .insertInto('links')
      .values((make) => ({
        kind: '',
        from: '',
        to: '',
        note: '',
        from_seq: make.selectFrom('records').select('seq').where('id', '=', ''),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('seq'),
  ),
  /** note, kind, from, to */
  renote: prepareStatement(
    'renote',
    db.updateTable('links').set({ note: '' }).where('kind', '=', '').where('from', '=', '').where('to', '=', ''),
  ),
  /** kind, from, to */
  unlink: prepareStatement(
    'unlink',
    db.deleteFrom('links').where('kind', '=', '').where('from', '=', '').where('to', '=', '').returning('seq'),
  ),
  /** kind, from */
  linksFrom: prepareStatement(
    'links_from',
    db.selectFrom('links').select(linkColumns).where('kind', '=', '').where('from', '=', '').orderBy('seq'),
  ),
  /** kind, to */
  linksTo: prepareStatement(
    'links_to',
    db.selectFrom('links').select(linkColumns).where('kind', '=', '').where('to', '=', '').orderBy('seq'),
  ),
  /** id, organization, at, caller's kind, id, name, request, resource's type, id, action */
  appendAuditEvent: prepareStatement(
    'append_audit_event',
    db
      .insertInto('audit_events')
      .values({
        id: '',
        organization: '',
        at: '',
        caller_kind: '',
        caller_id: '',
        caller_name: '',
        request: '',
        resource_type: '',
        resource_id: '',
        action: '',
      })
      .returning('seq'),
  ),
});
export type PreparedStatements = ReturnType<typeof prepareStatements>;
