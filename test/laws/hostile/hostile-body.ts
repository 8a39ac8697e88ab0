/** A body made to cost much. */
export interface HostileBody {
  readonly name: string;
  /** The endpoint it is for, such as `POST /pipeline/continue`; undefined: it is sent to all. `template`: a body that the endpoint takes. */
  readonly endpoint?: string;
  build(template: unknown): string | Buffer;
}
