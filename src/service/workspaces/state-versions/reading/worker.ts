/** The worker thread that reads state files. */
import { serveTasks } from '../../../threads/serve-tasks.ts';
import { readStateFile } from './read-state-file.ts';

serveTasks(readStateFile);
