import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredVariableSet } from './stored.ts';
import { listVariables } from '../variables/variables.ts';
import { releaseGlobalKeys } from './global-keys.ts';

/** A set with its variables, claims and attachments. */
export const deleteVariableSet = async (tx: Transaction, varset: StoredRecord<StoredVariableSet>): Promise<void> => {
  if (varset.body.global) await releaseGlobalKeys(tx, await listVariables(tx, varset.id));
  await tx.deleteMany({ kinds: ['vars'], scopes: [varset.id] });
  await tx.delete('varsets', varset.id);
};

/** The sets a project owns, when it goes. */
export const deleteProjectVariableSets = async (tx: Transaction, project: StoredRecord<StoredProject>): Promise<void> => {
  const owned = await tx.list<StoredVariableSet>({ kind: 'varsets', scope: project.scope, body: [{ path: 'parent.id', is: project.id }] });
  for (const varset of owned.records) await deleteVariableSet(tx, varset);
};
