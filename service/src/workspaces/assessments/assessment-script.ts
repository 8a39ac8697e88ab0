import { newId } from '../../store/new-id.ts';
import type { Transaction } from '../../store/store.ts';

type JsonObject = { readonly [name: string]: unknown };

/** The outcome of an assessment as a test sets it; absent members get default values. */
export interface AssessmentScript {
  /** Present: the assessment fails with this message. */
  readonly error?: string;
  /** Numbers of drifted and other resources. */
  readonly drifted?: number;
  readonly undrifted?: number;
  /** Numbers of checks. */
  readonly checks?: { readonly passed?: number; readonly failed?: number; readonly errored?: number; readonly unknown?: number };
  readonly log?: string;
  /** As `show -json` and `providers schema -json` write them. */
  readonly json?: JsonObject;
  readonly schemas?: JsonObject;
}

/**
 * Kind `assessment-scripts`, JSON as text. Scope '': of the next assessment that starts, of any workspace or of one. Scope a workspace's
 * id, key the assessment's: of one that has started.
 */
interface StoredAssessmentScript {
  readonly workspace?: string;
  readonly text: string;
}
const kind = 'assessment-scripts';

/** Scripts the next assessment that starts, of the workspace of this id or of any; scripts are used in the order in which they came. */
export const scriptNextAssessment = async (tx: Transaction, script: AssessmentScript, workspace?: string): Promise<void> => {
  const id = newId('script');
  const body: StoredAssessmentScript = { ...(workspace === undefined ? {} : { workspace }), text: JSON.stringify(script) };
  await tx.insert<StoredAssessmentScript>({ id, kind, scope: '', key: id, name: id, body });
};

/** Gives an assessment that starts the script that waits for it; whether there is one. */
export const keepAssessmentScript = async (tx: Transaction, workspace: string, assessment: string): Promise<boolean> => {
  const { records } = await tx.list<StoredAssessmentScript>({ kind, scope: '' }, { offset: 0, limit: 1000 });
  const script = records.find(({ body }) => body.workspace === undefined || body.workspace === workspace);
  if (script) await tx.update<StoredAssessmentScript>(script, { body: script.body, scope: workspace, key: assessment });
  return script !== undefined;
};

export const readAssessmentScript = async (tx: Transaction, workspace: string, assessment: string): Promise<AssessmentScript> => {
  const found = await tx.getByKey<StoredAssessmentScript>(kind, workspace, assessment);
  return found ? (JSON.parse(found.body.text) as AssessmentScript) : {};
};
