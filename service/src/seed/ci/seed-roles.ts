import type { User } from '../../access/records.ts';
import { unprocessable } from '../../http/problem.ts';
import { forEachEntry, type ReportSeedError, requireId } from '../entries.ts';
import { type CiSeed, type CiSeedContext, findGroupId, invokeCiRoute } from './seed-context.ts';

type RoleEntries = CiSeed['roles'];

const findMemberId = async (context: CiSeedContext, user: string | undefined, team: string | undefined): Promise<string> => {
  if ((user === undefined) === (team === undefined)) throw unprocessable('expected either user or team');
  if (user === undefined) return findGroupId(context, team!);
  const record = await context.tx.getByKey<User>('users', '', user);
  return requireId(new Map(record ? [[user, record.body.uuid]] : []), user, 'user');
};

const seedRoles = (
  context: CiSeedContext,
  entries: RoleEntries,
  report: ReportSeedError,
  row: string,
  place: { readonly [parameter: string]: string },
): Promise<void> =>
  forEachEntry(entries, 'roles', report, async ({ user, team, role }) => {
    const member = await findMemberId(context, user ?? undefined, team ?? undefined);
    await invokeCiRoute(context, row, { ...place, member_id: member }, { role });
  });

export const seedOrganizationRoles = (context: CiSeedContext, entries: RoleEntries, report: ReportSeedError): Promise<void> =>
  seedRoles(context, entries, report, 'PUT /organizations/{org_id}/roles/{member_id}', { org_id: context.ciOrganization.id });

export const seedProjectRoles = (context: CiSeedContext, project: string, entries: RoleEntries, report: ReportSeedError): Promise<void> =>
  seedRoles(context, entries, report, 'PUT /projects/{project_id}/roles/{member_id}', { project_id: project });
