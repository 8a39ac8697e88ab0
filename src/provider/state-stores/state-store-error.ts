/** Why a state store refuses a call, in words of its own. The message is for people and has no part of a state. */
export class StateStoreError extends Error {
  override readonly name = 'StateStoreError';
  readonly detail: string;
  constructor(summary: string, detail: string) {
    super(summary);
    this.detail = detail;
  }
}
