/** The worker thread that reads exports and seeds. */
import { serveTasks } from '../../threads/serve-tasks.ts';
import { readBody } from './read-body.ts';

serveTasks(readBody);
