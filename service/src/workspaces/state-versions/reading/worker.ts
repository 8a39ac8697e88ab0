/** The worker thread that reads state files. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { readStateFile } from './read-state-file.ts';

serveTasks(readStateFile);
