import type { EngineMessage } from 'slipway/engine/messages';

export type ChangeKind = 'created' | 'changed' | 'replaced' | 'destroyed';
/** What an apply completed, by address. */
export interface CompletedChange {
  readonly type: string;
  readonly kind: ChangeKind;
}
export type CompletedChanges = ReadonlyMap<string, CompletedChange>;

const kinds: { readonly [action: string]: ChangeKind } = { create: 'created', update: 'changed', delete: 'destroyed' };

/** The changes after a message of the engine. An address that is both created and destroyed was replaced. */
export function completeChange(changes: CompletedChanges, { type, hook }: EngineMessage): CompletedChanges {
  const kind = kinds[hook?.action ?? ''];
  if (type !== 'apply_complete' || !hook || !kind) return changes;
  const { addr, resource_type: resourceType = addr } = hook.resource;
  const before = changes.get(addr)?.kind;
  const isReplaced = before !== undefined && before !== kind && kind !== 'changed';
  return new Map([...changes, [addr, { type: resourceType, kind: isReplaced ? 'replaced' : kind }]]);
}

/** The nouns that do not follow from the types. */
const nouns: { readonly [type: string]: string } = {
  slipway_workspace_variable: 'variable',
  slipway_variable_set_variable: 'variable',
};
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bci\b/, 'CI'],
  [/\bssh\b/, 'SSH'],
  [/\boauth\b/, 'OAuth'],
  [/\bno code\b/, 'no-code'],
];

const pluralize = (noun: string): string => {
  if (/(settings|consumers)$/.test(noun)) return noun;
  if (noun.endsWith('ss')) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
};

/** `workspace` or `workspaces` for a type of resources; types of other providers stay as they are. */
export const nounOf = (type: string, count: number): string => {
  if (!type.startsWith('slipway_')) return type;
  const words = type.slice('slipway_'.length).replaceAll('_', ' ');
  const noun = nouns[type] ?? spellings.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), words);
  return count === 1 ? noun : pluralize(noun);
};

/** By kind, the numbers of resources by type, in the order in which they first occur. */
export const countByType = (changes: CompletedChanges): { readonly [kind in ChangeKind]: { readonly [type: string]: number } } => {
  const counts: { [kind in ChangeKind]: Record<string, number> } = { created: {}, changed: {}, replaced: {}, destroyed: {} };
  for (const { type, kind } of changes.values()) counts[kind][type] = (counts[kind][type] ?? 0) + 1;
  return counts;
};

const listNouns = (counts: { readonly [type: string]: number }): string => {
  const byNoun = new Map<string, { type: string; count: number }>();
  for (const [type, count] of Object.entries(counts)) {
    const noun = nounOf(type, 1);
    byNoun.set(noun, { type, count: (byNoun.get(noun)?.count ?? 0) + count });
  }
  return [...byNoun.values()].map(({ type, count }) => `${count} ${nounOf(type, count)}`).join(', ') || '0';
};

/** `3 workspaces, 2 variables created; 1 team changed; 0 destroyed`. What is destroyed is always mentioned. */
export const renderChanges = (changes: CompletedChanges): string => {
  const counts = countByType(changes);
  return (['created', 'changed', 'replaced', 'destroyed'] as const)
    .filter((kind) => kind === 'destroyed' || Object.keys(counts[kind]).length > 0)
    .map((kind) => `${listNouns(counts[kind])} ${kind}`)
    .join('; ');
};
