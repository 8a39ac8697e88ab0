import type { Resource } from '../resources/resource.ts';

export type DiagnosticLevel = 'Info' | 'Warn' | 'Error';

/** One finding about one resource, for the webhook, the log, introspection, the metric, statuses and `slipway lint`. */
export interface Diagnostic {
  /** `IST0101` */
  readonly code: string;
  readonly level: DiagnosticLevel;
  /** `Gateway` */
  readonly kind: string;
  readonly resource: Pick<Resource, 'collection' | 'name' | 'origin'>;
  /** RFC 6901, into the whole resource; '' for all of it. */
  readonly pointer: string;
  /** 1-based line in the origin's file; undefined without a file. */
  readonly line?: number;
  /** One sentence: the actual value, the expected one, and the remedy. */
  readonly message: string;
  /** Address of the page that explains the code. */
  readonly documentation: string;
}

/** RFC 6901, into the document as it is written: another than the resource's own within a `List`. */
export const documentPointerOf = ({ resource: { origin }, pointer }: Pick<Diagnostic, 'resource' | 'pointer'>): string =>
  `${origin.pointer ?? ''}${pointer}`;
