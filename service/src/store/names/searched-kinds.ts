/** Kinds of records of which an organization may have very many, and which clients search by a part of the name. */
export const searchedKinds: ReadonlySet<string> = new Set(['workspaces', 'projects', 'varsets', 'tags']);
