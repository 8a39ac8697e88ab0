/** The number of rows that the database returns for a read does not grow with the content, for any caller: 60 of everything, and 120. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measureRoutes, type MeasuredRoute } from './statements/measure-routes.ts';
import type { World } from './statements/accepted/accepted-request.ts';
import { document, one } from '../documents.ts';

/** Of which an organization may have thousands; two pages of lists, and more. */
const plant =
  (count: number) =>
  async ({ ask, values }: World): Promise<void> => {
    const project = one('projects', values['project_id']!);
    const team = await ask('POST /organizations/acme/teams', document('teams', { name: 'readers' }));
    const given = { project, team: one('teams', team.data.id) };
    await ask('POST /team-projects', document('team-projects', { access: 'read' }, given));
    for (let at = 0; at < count; at++) {
      const workspace = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: `many-${at}` }, { project }));
      const label = { data: [{ type: 'tags', attributes: { name: 'many' } }] };
      await ask(`POST /workspaces/${workspace.data.id}/relationships/tags`, label);
      await ask('POST /organizations/acme/projects', document('projects', { name: `many-${at}` }));
      await ask('POST /organizations/acme/varsets', document('varsets', { name: `many-${at}` }));
      await ask('POST /organizations/acme/teams', document('teams', { name: `many-${at}` }));
    }
    Object.assign(values, { reader: (await ask(`POST /teams/${team.data.id}/authentication-token`)).data.attributes.token });
  };

const fewTeams = 'an organization has some hundreds of teams, which are rendered by their rights';
/** Requests that are answered more rows where there is more, and why that is left. */
const growing: { readonly [caller: string]: { readonly [request: string]: string } } = {
  owner: {
    'workspaces GET /organizations/{organization_name}/team-tokens': fewTeams,
    'ci GET /organizations/{org_id}/groups': fewTeams,
  },
  reader: {
    'workspaces GET /organizations/{organization_name}/teams': fewTeams,
    'workspaces GET /organizations/{organization_name}/team-tokens': fewTeams,
    'workspaces GET /organizations/{organization_name}/varsets': 'up to 1,000 workspaces are asked for their sets, as more are not',
    'workspaces GET /organizations/{organization_name}/runs':
      'a run knows its workspace, and no project: those of a team are named one by one',
    'ci GET /organizations/{org_id}/groups': fewTeams,
  },
};

const keyOf = ({ service, row }: MeasuredRoute): string => `${service} ${row}`;
const measure = (count: number, caller: string | undefined) =>
  measureRoutes({ enrich: plant(count), what: 'reads', ...(caller === undefined ? {} : { caller }) });

const findGrown = async (caller?: string): Promise<readonly string[]> => {
  const few = await measure(60, caller);
  const more = new Map((await measure(120, caller)).map((one) => [keyOf(one), one]));
  return few.filter((one) => more.get(keyOf(one))!.rows > one.rows).map(keyOf);
};

const law = suite('rows that requests read');
law('for an owner', async () => {
  assert.equal(await findGrown(), Object.keys(growing['owner']!));
});
law('for a team that may read a project', async () => {
  assert.equal(await findGrown('reader'), Object.keys(growing['reader']!));
});
law.run();
