import type { ReadTransaction, Transaction } from '../../../store/store.ts';
import type { DeclaredPolicy } from './parse-policies-file.ts';

/** What was uploaded of a version: kind `policy-set-contents`, scope the version's id, key `content`. */
export interface PolicySetContent {
  /** Texts by path. */
  readonly files: { readonly [path: string]: string };
  /** Empty for a set that is not evaluated. */
  readonly policies: readonly DeclaredPolicy[];
}
const kind = 'policy-set-contents';

export const saveVersionContent = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  version: string,
  body: PolicySetContent,
): Promise<void> => {
  await tx.insert<PolicySetContent>({ id: newId('polcontent'), kind, scope: version, key: 'content', name: '', body });
};

/** The contents of versions by the version's id; those that were never uploaded are left out. */
export const loadVersionContents = async (
  view: ReadTransaction,
  versions: readonly string[],
): Promise<ReadonlyMap<string, PolicySetContent>> =>
  versions.length === 0
    ? new Map()
    : new Map((await view.list<PolicySetContent>({ kind, scope: versions })).records.map(({ scope, body }) => [scope, body]));
