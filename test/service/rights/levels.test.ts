/** Each cell of the tables of levels, by the request of its effect: docs/rights.md shows the same tables. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { customAccess, type CustomPermission } from '../../../generate/rights/custom-access.ts';
import { projectLevels } from '../../../generate/rights/project-levels.ts';
import { workspaceLevels } from '../../../generate/rights/workspace-levels.ts';
import type { TeamAccess } from '../../../service/src/access/workspace-rights.ts';
import { askTable } from './ask-table.ts';
import { createActor, createPlace, startWorld, type World } from './world.ts';

const levels = suite<{ world: World }>('levels of access');
levels.before.each(async (context) => {
  context.world = await startWorld();
});
levels.after.each(({ world }) => world.close());

const custom: { readonly [permission in CustomPermission]: TeamAccess } = {
  nothing: { access: 'custom' },
  'runs: plan': { access: 'custom', runs: 'plan' },
  'runs: apply': { access: 'custom', runs: 'apply' },
  'variables: read': { access: 'custom', variables: 'read' },
  'variables: write': { access: 'custom', variables: 'write' },
  'state-versions: read-outputs': { access: 'custom', 'state-versions': 'read-outputs' },
  'state-versions: read': { access: 'custom', 'state-versions': 'read' },
  'state-versions: write': { access: 'custom', 'state-versions': 'write' },
  'sentinel-mocks: read': { access: 'custom', 'sentinel-mocks': 'read' },
  'workspace-locking': { access: 'custom', 'workspace-locking': true },
  'run-tasks': { access: 'custom', 'run-tasks': true },
};

levels('of a workspace', async ({ world }) => {
  const asked = await askTable(workspaceLevels, async (level) => {
    const actor = await createActor(world, [], level !== 'none');
    const place = await createPlace(world, actor);
    if (level !== 'none') await world.grant('team-workspaces', actor.team!, place.workspace, { access: level });
    return place;
  });
  assert.ok(asked > 200);
});

levels('the permissions of the level custom', async ({ world }) => {
  await askTable(customAccess, async (permission) => {
    const place = await createPlace(world, await createActor(world));
    await world.grant('team-workspaces', place.actor.team!, place.workspace, custom[permission]);
    return place;
  });
});

levels('of a project', async ({ world }) => {
  await askTable(projectLevels, async (level, { effect }) => {
    const actor = await createActor(world, [], false);
    const project = await world.project(`project of ${actor.token} ${effect}`.slice(0, 36));
    if (level !== 'none') await world.grant('team-projects', actor.team!, project, { access: level });
    return createPlace(world, actor, project);
  });
});

levels.run();
