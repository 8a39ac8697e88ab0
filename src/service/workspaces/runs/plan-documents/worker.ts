/** The worker thread that reads the plans of engines. */
import { serveTasks } from '../../../threads/serve-tasks.ts';
import { createPlanDocuments } from './create-plan-documents.ts';

serveTasks(createPlanDocuments);
