/** The worker thread that evaluates policy sets of the workspace service. */
import { serveTasks } from '../../../threads/serve-tasks.ts';
import { evaluatePolicySets } from './evaluate-policy-sets.ts';

serveTasks(evaluatePolicySets);
