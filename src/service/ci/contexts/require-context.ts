import { forbidden, notFound } from '../../http/problem.ts';
import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiContext } from './context-records.ts';

const canUseContext = async (asking: RequestContext, { owner }: CiContext): Promise<boolean> =>
  owner.kind === 'account'
    ? asking.caller.kind === 'user' && (await asking.tx.get<User>('users', asking.caller.id))?.body.uuid === owner.id
    : isOrganizationMember(asking, await asking.tx.get<CiOrganization>('ci-organizations', owner.id));

const findContext = async (asking: RequestContext, id: string): Promise<StoredRecord<CiContext> | undefined> => {
  const context = await asking.tx.get<CiContext>('ci-contexts', id);
  return context && (await canUseContext(asking, context.body)) ? context : undefined;
};

/** The context of the path; 404 when it is not there or not the caller's. */
export const requireContext = async (asking: RequestContext, parameter = 'context-id'): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(asking, parameter);
  const context = await findContext(asking, id);
  if (!context) throw notFound(`the context ${id}`);
  return context;
};

/** The same for reading the context itself, which says 403 where everything else says 404 (gaps, statuses of shown operations). */
export const requireReadableContext = async (asking: RequestContext): Promise<StoredRecord<CiContext>> => {
  const id = uuidPathParameter(asking, 'context-id');
  const context = await findContext(asking, id);
  if (!context) throw forbidden(`the context ${id} is not there, or this token may not see it`);
  return context;
};
