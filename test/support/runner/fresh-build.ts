import { isBuilt } from '../../../build/built-from.ts';
import { type Check, runCheck } from './check.ts';
import type { Outcome } from './file.ts';

const build: Check = { name: 'build', command: [process.execPath, '--import', 'tsx', 'build.ts'] };

/** Tests run what is built: builds unless `dist` is of this state of the checkout, as `npm ci` leaves it. `undefined`: it is. */
export const freshBuild = async (project: string): Promise<Outcome | undefined> =>
  isBuilt(project) ? undefined : runCheck(build, project);
