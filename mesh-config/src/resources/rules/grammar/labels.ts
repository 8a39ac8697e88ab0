import { type DocumentNode, getMembers, stringOf } from '../../document-node.ts';
import { type Violations, violationAt } from '../rule.ts';

const part = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?';
const keyPattern = new RegExp(`^(?:(${part}(?:\\.${part})*)/)?([A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)$`);
const valuePattern = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const maxPrefix = 253,
  maxKey = 63;

const isLabelKey = (text: string): boolean => {
  const [, prefix = '', name = ''] = keyPattern.exec(text) ?? [];
  return name !== '' && name.length <= maxKey && prefix.length <= maxPrefix;
};

/** Checks labels of workloads: their names and values. */
export function* validateLabels(labels: DocumentNode): Violations {
  for (const [key, node] of getMembers(labels)) {
    if (!isLabelKey(key))
      yield violationAt(
        node,
        `invalid tag key: ${JSON.stringify(key)}: expected letters, digits, -, _ and ., optionally after a DNS name and /`,
      );
    const value = stringOf(node);
    if (value !== undefined && !valuePattern.test(value))
      yield violationAt(node, `invalid tag value: ${JSON.stringify(value)}: expected letters, digits, -, _ and .`);
  }
}
