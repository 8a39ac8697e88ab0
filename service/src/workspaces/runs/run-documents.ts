import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, Transaction } from '../../store/store.ts';

/** The documents that a plan or an apply leaves besides its log. */
export const runDocumentNames = ['json', 'redacted', 'schemas', 'errored-state', 'plan-files', 'left-state'] as const;
export type RunDocumentName = (typeof runDocumentNames)[number];

/** Kind `run-documents`, scope the workspace's id, key `<plan or apply>/<name>`: JSON as text, which may hold secrets. */
interface StoredRunDocument {
  readonly text: string;
}
export interface DocumentAddress {
  readonly workspace: string;
  /** The id of the plan or apply. */
  readonly phase: string;
}

export const saveRunDocument = async (
  tx: Transaction,
  { workspace: scope, phase }: DocumentAddress,
  name: RunDocumentName,
  text: string,
): Promise<void> => {
  const key = `${phase}/${name}`;
  const existing = await tx.getByKey<StoredRunDocument>('run-documents', scope, key);
  if (existing) await tx.update<StoredRunDocument>(existing, { body: { text } });
  else await tx.insert<StoredRunDocument>({ id: newId('rd'), kind: 'run-documents', scope, key, name: '', body: { text } });
};

export const readRunDocument = async (
  view: ReadTransaction,
  { workspace, phase }: DocumentAddress,
  name: RunDocumentName,
): Promise<string | undefined> => (await view.getByKey<StoredRunDocument>('run-documents', workspace, `${phase}/${name}`))?.body.text;

export const deleteRunDocument = async (tx: Transaction, { workspace, phase }: DocumentAddress, name: RunDocumentName): Promise<void> => {
  const found = await tx.getByKey('run-documents', workspace, `${phase}/${name}`);
  if (found) await tx.delete('run-documents', found.id);
};

/** Deletes all documents of a plan or an apply for good. */
export const deleteRunDocuments = async (tx: Transaction, { workspace: scope, phase }: DocumentAddress): Promise<void> => {
  const keys = runDocumentNames.map((name) => `${phase}/${name}`);
  for (const { id } of (await tx.list({ kind: 'run-documents', scope, keys })).records) await tx.delete('run-documents', id);
};
