import { type PackageDeclaration, declarePackage } from '../declare.ts';
import { stringMapType } from './known.ts';

export const typePackage: PackageDeclaration = declarePackage('istio.type.v1beta1', { messages: { WorkloadSelector: { match_labels: [1, stringMapType] } } });
