import { isMap, isScalar, type Node, Scalar, visit } from 'yaml';
import { resolvePlainScalar } from './plain-scalar.ts';

/** A scalar without quotes that YAML 1.2 reads otherwise. */
export interface AmbiguousScalar {
  readonly text: string;
  /** The value as YAML 1.1 reads it. */
  readonly value: unknown;
  /** The offset of its first character. */
  readonly offset: number;
}
/** What no JSON can hold. */
export interface UnreadablePart {
  readonly message: string;
  readonly offset: number;
}
/** The findings while a document was read; offsets refer to its text. */
export interface KubernetesReading {
  readonly ambiguous: readonly AmbiguousScalar[];
  readonly errors: readonly UnreadablePart[];
}

const isPlain = (node: unknown): node is Scalar.Parsed => isScalar(node) && node.type === Scalar.PLAIN && node.tag === undefined;

/** Values that JSON does not have. */
const isNoNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Whether a document is written for Kubernetes: it names its version and its kind. */
export const isForKubernetes = (root: unknown): root is Node =>
  isMap(root) && ['apiVersion', 'kind'].every((name) => typeof root.get(name) === 'string');

/** `yes is true in YAML 1.1, which Kubernetes reads: write true, or "yes" if the text is meant` */
export const describeAmbiguous = ({ text, value }: AmbiguousScalar): string =>
  `${text} is ${JSON.stringify(value)} in YAML 1.1, which Kubernetes reads: ` +
  `write ${JSON.stringify(value)}, or "${text}" if the text is meant`;

/** Gives each scalar the value that YAML 1.1 gives it: Kubernetes, and so every other reader of these documents, reads that. */
export const readAsKubernetes = (root: Node): KubernetesReading => {
  const [ambiguous, errors]: [AmbiguousScalar[], UnreadablePart[]] = [[], []];
  const refuse = (message: string, offset: number): void => {
    errors.push({ message, offset });
  };
  visit(root, {
    Scalar: (_, node) => {
      const scalar = node as Scalar.Parsed;
      const offset = scalar.range[0];
      if (isPlain(scalar)) {
        const [text, before] = [scalar.source, scalar.value];
        scalar.value = resolvePlainScalar(text);
        if (!Object.is(scalar.value, before)) ambiguous.push({ text, value: scalar.value, offset });
      }
      if (isNoNumber(scalar.value)) refuse(`${scalar.source} is not a number that JSON has: write a finite one, or quotes`, offset);
      // `!!binary`
      if (scalar.value instanceof Uint8Array) scalar.value = Buffer.from(scalar.value).toString('utf8');
    },
    Pair: (_, { key }) => {
      const offset = (key as { range?: readonly [number, number, number] } | null)?.range?.[0] ?? 0;
      // The value of a key is not resolved yet: a pair is visited before its parts.
      if (!isScalar(key) || (isPlain(key) && resolvePlainScalar(key.source) === null)) refuse('expected a text as a key', offset);
    },
  });
  return { ambiguous, errors };
};
