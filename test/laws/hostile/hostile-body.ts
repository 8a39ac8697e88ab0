/** A body made to cost much. */
export interface HostileBody {
  readonly name: string;
  /** The endpoint it is for, such as `POST /pipeline/continue`; undefined: it is sent to all. */
  readonly endpoint?: string;
  /** `template`: a body that the endpoint takes. */
  build(template: unknown): string | Buffer;
}
