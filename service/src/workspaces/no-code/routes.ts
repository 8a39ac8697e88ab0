import type { Route } from '../../http/route.ts';
import { routes as moduleVariables } from './module-variables.ts';
import { routes as noCodeModules } from './no-code-modules.ts';
import { routes as noCodeWorkspaces } from './no-code-workspaces.ts';
import { routes as noCodeUpgrades } from './upgrades.ts';

/** The endpoints of no-code modules, and the workspaces that are made of them. */
export const routes: readonly Route[] = [noCodeModules, moduleVariables, noCodeWorkspaces, noCodeUpgrades].flat();
