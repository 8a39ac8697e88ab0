/** The worker thread that reads exports and seeds. */
import { serveTasks } from '../../threads/serve-tasks.ts';
import { readControlTask } from './read-control-task.ts';

serveTasks(readControlTask);
