import { isObject } from '@slipway/schema-tools/json';
import type { RequiredStatus } from '../configuration.ts';
import type { CompileContext } from '../elements/compile-context.ts';
import { getNodeList, getMembers, type ConfigNode } from '../source/config-node.ts';
import { resolveNode } from '../templates/resolve.ts';
import type { WrittenRequirement } from './job-call.ts';

const requiredStatuses: readonly string[] = [
  'success',
  'failed',
  'canceled',
  'not_run',
  'unauthorized',
  'terminal',
] satisfies RequiredStatus[];

/** Converts a value to a text; undefined for no value. */
export const toText = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));

/** Parses `requires`: names, which must succeed, or names with accepted final statuses. */
export const parseRequirements = (node: ConfigNode | undefined, { scope, session }: CompileContext): readonly WrittenRequirement[] =>
  getNodeList(node).flatMap((item): WrittenRequirement[] => {
    if (!isObject(item.value)) {
      const name = toText(resolveNode(item, scope, session));
      return name === undefined ? [] : [{ name, statuses: ['success'], pointer: item.pointer }];
    }
    return getMembers(item).map(([written, wanted]) => {
      const name = toText(resolveNode({ value: written, pointer: wanted.pointer }, scope, session)) ?? '';
      const asked = getNodeList(wanted).map((status) => {
        const value = String(resolveNode(status, scope, session));
        if (!requiredStatuses.includes(value))
          session.reportFault(status.pointer, `expected one of ${requiredStatuses.join(', ')}; found ${JSON.stringify(value)}`);
        return value as RequiredStatus;
      });
      if (asked.length === 0) session.reportFault(wanted.pointer, `expected one of ${requiredStatuses.join(', ')}, or a list of them`);
      return { name, statuses: [...new Set(asked)], pointer: item.pointer };
    });
  });
