/** Each cell of the table of rights in the organization, by the request of its effect. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { organizationRights, type OrganizationColumn } from '../../../generate/rights/organization-rights.ts';
import type { OrganizationRight } from '../../../service/src/http/route.ts';
import { askTable } from './ask-table.ts';
import { createActor, createPlace, findOwner, startWorld, type Actor, type World } from './world.ts';

const rights = suite<{ world: World }>('rights in the organization');
rights.before.each(async (context) => {
  context.world = await startWorld();
});
rights.after.each(({ world }) => world.close());

const rightsOf = (column: OrganizationColumn): readonly OrganizationRight[] =>
  column === 'no right' || column === 'owners' ? [] : (column.split(', ') as OrganizationRight[]);

rights('of one team at a time', async ({ world }) => {
  const actors = new Map<OrganizationColumn, Actor>();
  for (const column of organizationRights.columns)
    actors.set(column, column === 'owners' ? await findOwner(world) : await createActor(world, rightsOf(column), false));
  const asked = await askTable(organizationRights, (column) => createPlace(world, actors.get(column)!));
  assert.ok(asked > 1000, `${asked} cells were asked`);
});

rights.run();
