import { forbidden, notFound } from '../../problem.ts';
import type { User } from '../../records.ts';
import type { RequestContext } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { belongs } from '../organizations/here.ts';
import { idIn } from '../read.ts';
import type { CiOrganization, Context } from '../stored.ts';

const mayUse = async (asking: RequestContext, { owner }: Context): Promise<boolean> => (owner.kind === 'account'
  ? asking.caller.kind === 'user' && (await asking.tx.get<User>('users', asking.caller.id))?.body.uuid === owner.id
  : belongs(asking, await asking.tx.get<CiOrganization>('ci-organizations', owner.id)));

const found = async (asking: RequestContext, id: string): Promise<StoredRecord<Context> | undefined> => {
  const context = await asking.tx.get<Context>('ci-contexts', id);
  return context && await mayUse(asking, context.body) ? context : undefined;
};

/** The context of the path; 404 when it is not there or not the caller's. */
export const contextHere = async (asking: RequestContext, parameter = 'context-id'): Promise<StoredRecord<Context>> => {
  const id = idIn(asking, parameter);
  const context = await found(asking, id);
  if (!context) throw notFound(`the context ${id}`);
  return context;
};

/** The same for reading the context itself, which says 403 where everything else says 404 (gaps, statuses of shown operations). */
export const contextRead = async (asking: RequestContext): Promise<StoredRecord<Context>> => {
  const id = idIn(asking, 'context-id');
  const context = await found(asking, id);
  if (!context) throw forbidden(`the context ${id} is not there, or this token may not see it`);
  return context;
};
