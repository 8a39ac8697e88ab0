import type { Route } from '../../http/route.ts';
import { routes as buildActions } from './build-actions.ts';
import { routes as buildResults } from './build-results.ts';
import { routes as builds } from './builds.ts';
import { routes as checkoutKeys } from './checkout-keys.ts';
import { routes as projects } from './projects.ts';
import { routes as settings } from './settings.ts';
import { routes as variables } from './variables.ts';

/** The endpoints of API v1.1. */
export const routes: readonly Route[] = [variables, checkoutKeys, settings, projects, builds, buildResults, buildActions].flat();
