import type { Route } from '../../http/route.ts';
import { routes as ingress } from './receive-events.ts';
import { routes as vcsEvents } from './vcs-events.ts';

/** The endpoints of events of code hosts: their receipt, and what became of them. */
export const routes: readonly Route[] = [ingress, vcsEvents].flat();
