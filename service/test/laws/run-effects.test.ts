/** A right limits effects: however a run is started, it ends in a state that the person behind it could have requested. */
// watchdog: 300 s
import { suite } from 'uvu';
import { createIngressTest } from '../ingress/support.ts';
import { continuedRuns } from './run-effects/continued-runs.ts';
import { repositoryRuns } from './run-effects/repository-runs.ts';
import { requestedRuns } from './run-effects/requested-runs.ts';
import { roles, rolesAtRepositories } from './run-effects/roles.ts';
import { startedRuns } from './run-effects/started-runs.ts';
import { testWays } from './run-effects/try-ways.ts';
import { createWorld } from './run-effects/world.ts';

const law = suite('effects of runs, by role and way');
testWays(law, [...requestedRuns, ...continuedRuns, ...startedRuns], roles, () => createWorld());
law.run();

const ofRepositories = suite('effects of runs of commits, by role and way');
testWays(ofRepositories, repositoryRuns, rolesAtRepositories, async () => createWorld(await createIngressTest()));
ofRepositories.run();
