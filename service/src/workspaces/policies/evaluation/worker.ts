/** The worker thread that evaluates policy sets of the workspace service. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { evaluatePolicySets } from './evaluate-policy-sets.ts';

serveTasks(evaluatePolicySets);
