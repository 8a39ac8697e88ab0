import { notFound } from '../../problem.ts';
import type { Asking } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import { ofMember } from '../permissions.ts';
import type { NoCodeModule } from './stored.ts';

/** Spec 1: "these endpoints reject organization tokens; a user or team token is required". 404, as for every right that lacks. */
export const refuseOrganizationToken = (asking: Asking): void => {
  if (asking.caller.kind === 'organization') throw notFound('no-code provisioning refuses organization tokens, use a user or team token: what was asked for');
};

/** The no-code module of the path. To change it needs the right to manage modules. */
export const offerHere = async (asking: Asking, managing: boolean, parameter = 'id'): Promise<Rec<NoCodeModule>> => {
  refuseOrganizationToken(asking);
  const id = asking.params[parameter]!;
  return ofMember(asking, await asking.tx.get<NoCodeModule>('no-code-modules', id), `the no-code module ${id}`, managing && 'manage-modules');
};
