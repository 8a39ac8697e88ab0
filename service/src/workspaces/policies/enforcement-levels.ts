import { unprocessable } from '../../http/problem.ts';
import type { NounBody } from '../../nouns/noun-record.ts';

/** Levels by kind of policies; the default is the last. */
const levels: { readonly [kind: string]: readonly string[] } = {
  opa: ['mandatory', 'advisory'],
  sentinel: ['hard-mandatory', 'advisory', 'soft-mandatory'],
};
export const enforcementLevels = ['hard-mandatory', 'soft-mandatory', 'mandatory', 'advisory'] as const;

interface Enforcement {
  readonly path?: string | null;
  readonly mode: string;
}

/** The file that holds a policy in the older form of its enforcement. */
const fileOf = ({ name, kind }: NounBody): string => `${String(name)}.${kind === 'opa' ? 'rego' : 'sentinel'}`;

/**
 * Resolves `enforcement-level` and the older, equivalent `enforce`: the one that was sent decides, and both are stored. `before`: the
 * stored body. Throws 422 if both were sent with different levels, or a level is not one of this kind.
 */
export const resolveEnforcement = (body: NounBody, before?: NounBody): NounBody => {
  const level = body['enforcementLevel'] as string | null;
  const list = body['enforce'] as readonly Enforcement[];
  const [isLevelSent, isListSent] = [
    level !== null && level !== before?.['enforcementLevel'],
    list.length > 0 && JSON.stringify(list) !== JSON.stringify(before?.['enforce']),
  ];
  if (list.length > 1) throw unprocessable('expected one entry: a policy has one enforcement level', '/data/attributes/enforce');
  const kind = body['kind'] as string;
  const listed = isListSent ? list[0] : undefined;
  if (isLevelSent && listed && listed.mode !== level)
    throw unprocessable(`enforcement-level is ${level} and enforce says ${listed.mode}; send one of them`, '/data/attributes/enforce');
  const chosen = (isLevelSent ? level : listed?.mode) ?? (before?.['enforcementLevel'] as string | undefined) ?? levels[kind]!.at(-1)!;
  const pointer = listed && !isLevelSent ? '/data/attributes/enforce/0/mode' : '/data/attributes/enforcement-level';
  if (!levels[kind]!.includes(chosen))
    throw unprocessable(`policies of the kind ${kind} have no level ${chosen}; expected ${levels[kind]!.join(', ')}`, pointer);
  const stored = before?.['enforce'] as readonly Enforcement[] | undefined;
  const path = (listed ?? list[0] ?? stored?.[0])?.path ?? fileOf(body);
  return { ...body, enforcementLevel: chosen, enforce: [{ path, mode: chosen }] };
};
