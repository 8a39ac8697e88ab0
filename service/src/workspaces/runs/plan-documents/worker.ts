/** The worker thread that reads the plans of engines. */
import { serveTasks } from '@slipway/schema-tools/threads';
import { TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { createPlanDocuments, type PlanTexts, type PreparedPlan } from './create-plan-documents.ts';

/** Undefined: too many secrets. */
serveTasks((texts: PlanTexts): PreparedPlan | undefined => {
  try {
    return createPlanDocuments(texts);
  } catch (error) {
    if (error instanceof TooManySecrets) return undefined;
    throw error;
  }
});
