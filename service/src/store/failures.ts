/** The disk (or the database's quota) is full. No write of the unit was kept, all earlier ones were; the store continues to work. */
export class StorageFull extends Error {
  constructor(where: string) {
    super(`no space left in ${where}: free some and send the request again; nothing was lost`);
  }
}

/** The store cannot be opened, or its database cannot be reached now. The message is a sentence for an operator, without secrets. */
export class StoreUnavailable extends Error {}

/** A store in memory has no sealed keys, so its backup could not be restored anywhere. */
export class NoBackup extends Error {}

/** Text that no engine can keep: it holds U+0000 or half of a surrogate pair. */
export class UnstorableText extends Error {
  readonly member: string;
  constructor(member: string) {
    super(`${member} holds a character that cannot be stored (U+0000 or half of a surrogate pair)`);
    this.member = member;
  }
}
