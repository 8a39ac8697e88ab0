import { type DocumentNode, getItems, getNode } from '../../document-node.ts';
import { type Violations, violationAt } from '../rule.ts';

export function* validateExportTo(spec: DocumentNode): Violations {
  const items = getItems(spec, 'exportTo');
  if (items.length > 1) yield violationAt(getNode(spec, 'exportTo'), 'exportTo should have only one entry (. or *) in the current release');
  for (const item of items)
    if (item.value !== '.' && item.value !== '*') yield violationAt(item, 'only . or * is allowed in the exportTo in the current release');
}
