/** The worker thread of the CI service. */
import { serveTasks } from '../../threads/serve-tasks.ts';
import { runWorkerTask, type WorkerTask } from './worker-tasks.ts';

serveTasks((task: WorkerTask) => runWorkerTask(task));
