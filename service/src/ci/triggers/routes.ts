import type { Route } from '../../http/route.ts';
import { routes as triggers } from './triggers.ts';
import { routes as hooks } from './webhook-triggers.ts';

/** The endpoints of triggers of pipeline definitions, and the addresses by which webhooks start them. */
export const routes: readonly Route[] = [triggers, hooks].flat();
