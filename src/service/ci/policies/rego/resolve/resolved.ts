import type { Position } from '../fault.ts';
import type { Builtin } from '../builtins/builtin.ts';
import type { Value } from '../values/index.ts';

/** A place for the value of a variable, numbered within its clause. */
export interface Slot { readonly is: 'slot'; readonly slot: number; readonly at: Position }
export interface Constant { readonly is: 'constant'; readonly value: Value; readonly at: Position }
export interface Path { readonly is: 'path'; readonly root: 'data' | 'input' | Resolved; readonly path: readonly Resolved[]; readonly at: Position }
export interface Collection { readonly is: 'array' | 'set'; readonly items: readonly Resolved[]; readonly at: Position }
export interface Entries { readonly is: 'object'; readonly entries: readonly (readonly [Resolved, Resolved])[]; readonly at: Position }
export interface Gathering { readonly is: 'gathering'; readonly kind: 'array' | 'set' | 'object'; readonly key?: Resolved; readonly value: Resolved; readonly body: Steps; readonly outer: readonly number[]; readonly at: Position }
export interface BuiltinCall { readonly is: 'builtin'; readonly builtin: Builtin; readonly items: readonly Resolved[]; readonly at: Position }
/** A call of a policy's own function, by its path below `data`. */
export interface FunctionCall { readonly is: 'function'; readonly path: readonly string[]; readonly items: readonly Resolved[]; readonly at: Position }

/** A term whose names are known: variables are slots, everything else is a path or a value. */
export type Resolved = Slot | Constant | Path | Collection | Entries | Gathering | BuiltinCall | FunctionCall;

export interface Replacement { readonly root: 'data' | 'input'; readonly path: readonly Value[]; readonly value: Resolved }
export type Step = (
  | { readonly is: 'holds'; readonly term: Resolved }
  | { readonly is: 'unify'; readonly left: Resolved; readonly right: Resolved }
  | { readonly is: 'member'; readonly key?: Resolved; readonly value: Resolved; readonly domain: Resolved }
  | { readonly is: 'every'; readonly key?: Resolved; readonly value: Resolved; readonly domain: Resolved; readonly body: Steps; readonly outer: readonly number[] }
  | { readonly is: 'not'; readonly step: Step }
) & { readonly replacing: readonly Replacement[]; readonly at: Position };
export type Steps = readonly Step[];

export interface ResolvedClause { readonly value: Resolved; readonly keys: readonly Resolved[]; readonly body: Steps; readonly otherwise?: ResolvedClause; readonly at: Position }
/** A rule at `package` + `name`; `keys` in its clauses lead on into the object that it builds. */
export interface ResolvedRule {
  readonly file: string;
  readonly at: Position;
  readonly home: readonly string[];
  readonly gives: 'value' | 'member';
  readonly isDefault: boolean;
  readonly items?: readonly Resolved[];
  readonly clause: ResolvedClause;
  /** What each slot is called and where it first stands, for messages. */
  readonly slots: readonly { readonly name: string; readonly at: Position }[];
}
