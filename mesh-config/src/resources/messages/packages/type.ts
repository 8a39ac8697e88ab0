import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { stringMapType } from './well-known-types.ts';

export const typePackage: PackageDeclaration = declarePackage('istio.type.v1beta1', {
  messages: { WorkloadSelector: { match_labels: [1, stringMapType] } },
});
