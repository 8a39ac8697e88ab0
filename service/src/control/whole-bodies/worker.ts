/** The worker thread that reads exports and seeds. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { readControlTask } from './read-control-task.ts';

serveTasks(readControlTask);
