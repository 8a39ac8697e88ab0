import { type Package, packageOf } from '../declare.ts';
import { texts } from './known.ts';

export const type: Package = packageOf('istio.type.v1beta1', { messages: { WorkloadSelector: { match_labels: [1, texts] } } });
