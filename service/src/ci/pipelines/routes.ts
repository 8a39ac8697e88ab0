import type { Route } from '../../http/route.ts';
import { routes as pipelines } from './pipelines.ts';
import { routes as triggering } from './trigger-pipeline.ts';

/** The endpoints of pipelines and what starts them. */
export const routes: readonly Route[] = [triggering, pipelines].flat();
