import { sql } from 'kysely';
import { isStorable } from '../text.ts';
import { requireStorable, serializeJson, type WriteContext } from '../write-context.ts';

type LinkEnds = readonly [kind: string, from: string, to: string];

/** The note as text, once the record that the link comes from has been inserted. */
const prepareLink = async ({ inserting }: WriteContext, [kind, from, to]: LinkEnds, note: unknown): Promise<string> => {
  requireStorable('kind', kind);
  requireStorable('from', from);
  requireStorable('to', to);
  const text = serializeJson('note', note ?? null);
  if (inserting.size > 0) await inserting.get(from);
  return text;
};

export const saveLink = async (context: WriteContext, ends: LinkEnds, note: unknown): Promise<boolean> => {
  const { prepared, session } = context;
  const text = await prepareLink(context, ends, note);
  if (session.later?.insertLink(...ends, text)) return true;
  const rows = await session.query(prepared.link.sql, [...ends, text, ends[1]], prepared.link.name);
  if (rows.length > 0) return true;
  await session.query(prepared.renote.sql, [text, ...ends], prepared.renote.name);
  return false;
};

export const putLink = async (context: WriteContext, ends: LinkEnds, note: unknown): Promise<void> => {
  const { later } = context.session;
  if (!later) return void (await saveLink(context, ends, note));
  const text = await prepareLink(context, ends, note);
  if (!later.insertLink(...ends, text)) later.putLink(...ends, text);
};

export const deleteLinks = async (context: WriteContext, kind: string, from: string, targets: readonly string[]): Promise<void> => {
  const { dialect, prepared, session } = context;
  const possible = [kind, from].every(isStorable) ? targets.filter(isStorable) : [];
  if (session.later) for (const to of possible) session.later.deleteLink(kind, from, to);
  else if (possible.length === 1) await session.query(prepared.unlink.sql, [kind, from, possible[0]!], prepared.unlink.name);
  else if (possible.length > 1) {
    const some = dialect.isAnyOf(sql.ref('to'), possible);
    const { sql: text, parameters } = dialect.db
      .deleteFrom('links')
      .where('kind', '=', kind)
      .where('from', '=', from)
      .where(some)
      .compile();
    await session.query(text, parameters);
  }
};
