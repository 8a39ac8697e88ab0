import type { Route } from '../../http/route.ts';
import { routes as stacks } from './stacks.ts';
import { routes as unevaluated } from './unevaluated.ts';

/** The endpoints of stacks, and of what follows from their configurations, which this service does not evaluate (decision 172). */
export const routes: readonly Route[] = [stacks, unevaluated].flat();
