import { analyze } from '../../src/analysis/analyze.ts';
import { analyzers, createResourceSet } from '../analysis/find-diagnostics.ts';
import { createBodyEncoder } from '../../src/mcp/body-encoder.ts';
import { ConversionError } from '../../src/mcp/conversion-error.ts';
import { parseDocument } from '../../src/resources/documents/parse-document.ts';
import { readResource, type ReadResourceResult } from '../../src/resources/documents/read-resource.ts';
import { compileBuiltinSchemas } from '../../src/resources/schemas/compile-builtin-schemas.ts';
import type { AdmissionReview } from '../../src/validation/reviews/admission-review.ts';
import { reviewRequest } from '../../src/validation/reviews/review-request.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

export interface MeshDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
  readonly spec?: unknown;
}
/** The result of each gate for a document. */
export interface Verdicts {
  readonly webhook: boolean;
  /** Why the webhook refuses it. */
  readonly message: string;
  /** Whether the analysis, which `slipway lint` runs as well, finds nothing wrong in it; undefined for a document that it does not read. */
  readonly analysis: boolean | undefined;
  /** Whether the server serves it from a file, and from a cluster. */
  readonly file: boolean;
  readonly cluster: boolean;
}

const builtin = await compileBuiltinSchemas();
const clusterKinds = ['MeshPolicy', 'ClusterRbacConfig'];
const encode = createBodyEncoder(createRecordingScope());

const isServed = (read: ReadResourceResult): boolean => {
  if (!('resource' in read)) return false;
  try {
    encode({ ...read.resource, version: 'v1' });
    return true;
  } catch (error) {
    if (error instanceof ConversionError) return false;
    throw error;
  }
};
const analyzeAlone = (read: ReadResourceResult): boolean | undefined => {
  if (!('resource' in read)) return undefined;
  const { diagnostics } = analyze(createResourceSet([{ ...read.resource, version: 'v1' }]), analyzers);
  return diagnostics.every(({ code }) => code !== 'IST0106');
};

/** Asks every gate about a document. Files hold it as text, which is JSON, and so YAML. */
export const judgeAtEveryGate = (document: MeshDocument): Verdicts => {
  const { metadata, kind } = document;
  const review = {
    apiVersion: 'admission.k8s.io/v1',
    uid: '1',
    operation: 'CREATE',
    resource: { group: '', version: '', resource: '' },
    name: metadata.name ?? '',
    namespace: metadata.namespace ?? (clusterKinds.includes(kind) ? '' : 'default'),
    object: document,
  } as unknown as AdmissionReview;
  const { allowed, message = '' } = reviewRequest(review, { schemas: () => new Map(), builtin: () => builtin });
  const parsed = parseDocument(JSON.stringify(document));
  const [fromFile, fromCluster] = [
    'fault' in parsed ? parsed : readResource(parsed.value, { source: 'mesh.yaml' }),
    readResource(document, { source: 'kubernetes' }),
  ];
  return {
    webhook: allowed,
    message,
    analysis: analyzeAlone(fromFile),
    file: isServed(fromFile),
    cluster: isServed(fromCluster),
  };
};
