import type { Route } from '../../http/route.ts';
import { routes as checkoutKeys } from './checkout-keys.ts';
import { routes as following } from './following.ts';
import { routes as settings } from './project-settings.ts';
import { routes as projectVariables } from './project-variables.ts';
import { routes as projects } from './projects.ts';

/** The endpoints of projects, their variables, checkout keys and settings. */
export const routes: readonly Route[] = [projects, following, projectVariables, checkoutKeys, settings].flat();
