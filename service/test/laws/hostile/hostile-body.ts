/** A body made to cost much. */
export interface HostileBody {
  readonly name: string;
  /** The endpoint it is for, such as `POST /pipeline/continue`; undefined: it is sent to all. */
  readonly endpoint?: string;
  /** Whether the short schedule sends it to every endpoint whose template this accepts; without it, each endpoint gets some of all. */
  readonly isAlways?: (template: unknown) => boolean;
  /** `template`: a body that the endpoint takes. */
  build(template: unknown): string | Buffer;
}
