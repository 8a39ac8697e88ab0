/** A resource that its message cannot carry. */
export class ConversionError extends Error {
  /** RFC 6901, into the spec; '' for all of it. */
  readonly pointer: string;
  constructor(fault: string, pointer: string) {
    super(fault);
    this.pointer = pointer;
  }
}
