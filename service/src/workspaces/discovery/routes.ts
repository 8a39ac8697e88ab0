import type { Route } from '../../http/route.ts';
import { routes as discovery } from './discovery.ts';
import { routes as ipRanges } from './ip-ranges.ts';

/** The endpoints of what clients look at first: the services of this host, and its addresses. */
export const routes: readonly Route[] = [discovery, ipRanges].flat();
