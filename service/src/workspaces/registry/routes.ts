import type { Route } from '../../http/route.ts';
import { routes as moduleCommits } from './commits.ts';
import { routes as deletedModules } from './delete-modules.ts';
import { routes as formerModulePaths } from './former-paths.ts';
import { routes as moduleVersions } from './module-versions.ts';
import { routes as packages } from './packages.ts';
import { routes as protocol } from './protocol.ts';
import { routes as registryModules } from './registry-modules.ts';
import { routes as moduleMetadata } from './metadata.ts';
import { routes as moduleTestVariables } from './test-variables.ts';
import { routes as moduleUpdates } from './update-module.ts';
import { routes as vcsModules } from './vcs-modules.ts';

/** The endpoints of modules of the private registry, and the protocol by which engines install them. */
export const routes: readonly Route[] = [
  registryModules,
  vcsModules,
  moduleUpdates,
  deletedModules,
  formerModulePaths,
  moduleCommits,
  moduleTestVariables,
  moduleVersions,
  moduleMetadata,
  packages,
  protocol,
].flat();
