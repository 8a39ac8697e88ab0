import type { Route } from '../../http/route.ts';
import { routes as assessmentActions } from './assess.ts';
import { routes as assessmentBackingData } from './backing-data.ts';

/** The endpoints of assessments beside their results, which are declared. */
export const routes: readonly Route[] = [assessmentActions, assessmentBackingData].flat();
