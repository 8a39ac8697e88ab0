/** The worker thread that reads the plans of engines. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { createPlanDocuments } from './create-plan-documents.ts';

serveTasks(createPlanDocuments);
