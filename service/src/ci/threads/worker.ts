/** The worker thread of the CI service. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { runWorkerTask, type WorkerTask } from './worker-tasks.ts';

serveTasks((task: WorkerTask) => runWorkerTask(task));
