/** A schema that cannot be evaluated: what is wrong with it, and where. Never about an instance. */
export class SchemaError extends Error {
  /** The URI of the place: `urn:example:thing#/properties/a/deprecated`. */
  readonly location: string;
  constructor(location: string, problem: string) {
    super(`The schema is in error at ${location}: ${problem}`);
    this.name = 'SchemaError';
    this.location = location;
  }
}
