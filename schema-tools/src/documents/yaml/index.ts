/** YAML read synchronously, and how deep it may be nested. Loads the parser at once; `readSource` of `documents` loads it when needed. */
export { readYaml } from './read-yaml.ts';
export type { YamlLimits } from './parse-within.ts';
export { findTooDeep, maxYamlDepth } from './yaml-depth.ts';
export {
  type AmbiguousScalar,
  describeAmbiguous,
  type KubernetesReading,
  readAsKubernetes,
  type UnreadablePart,
} from './read-as-kubernetes.ts';
export { resolvePlainScalar } from './plain-scalar.ts';
