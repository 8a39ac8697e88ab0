import type { Rec, Transaction } from '../../store/store.ts';
import type { Project, Varset } from '../stored.ts';
import { variablesOf } from '../variables.ts';
import { release } from './global-claims.ts';

/** A set with its variables, claims and attachments. */
export const dropVarset = async (tx: Transaction, varset: Rec<Varset>): Promise<void> => {
  const variables = await variablesOf(tx, varset.id);
  if (varset.body.global) await release(tx, variables);
  for (const variable of variables) await tx.delete('vars', variable.id);
  await tx.delete('varsets', varset.id);
};

/** The sets a project owns, when it goes. */
export const dropVarsetsOf = async (tx: Transaction, project: Rec<Project>): Promise<void> => {
  const owned = await tx.list<Varset>({ kind: 'varsets', scope: project.scope, body: [{ path: 'parent.id', is: project.id }] });
  for (const varset of owned.records) await dropVarset(tx, varset);
};
