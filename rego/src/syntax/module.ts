import type { Position } from '../errors.ts';
import type { RegoValue } from '../values/index.ts';
import type { Body } from './statements.ts';
import type { Term } from './terms.ts';

/** The content of a block of comments that begins with `# METADATA`. */
export interface Annotation {
  readonly scope: 'rule' | 'document' | 'package' | 'subpackages';
  /** An object, with the scope. */
  readonly value: RegoValue;
}
/** One definition of a rule's value, and the alternative when its body does not hold. */
export interface Clause {
  readonly value: Term;
  readonly body: Body;
  readonly otherwise?: Clause;
  readonly at: Position;
}

/**
 * One declaration. `name` and `path` are its head (`a.b[x]` is `a` with the path `"b"`, `x`); `items` are the parameters of a
 * function. A rule that produces a `member` adds `clause.value` to a set; otherwise that is its value.
 */
export interface Rule {
  readonly name: string;
  readonly path: readonly Term[];
  readonly items?: readonly Term[];
  readonly produces: 'value' | 'member';
  readonly isDefault: boolean;
  readonly clause: Clause;
  readonly annotation?: Annotation;
  readonly at: Position;
}
export interface Import {
  readonly path: readonly string[];
  readonly alias: string;
  readonly at: Position;
}

export interface Module {
  readonly file: string;
  readonly package: readonly string[];
  readonly imports: readonly Import[];
  readonly rules: readonly Rule[];
  /** Annotations of the package. */
  readonly annotations?: readonly Annotation[];
  /** The version of the syntax: 1 also for a file with `import rego.v1`; undefined where both are accepted. */
  readonly version?: 0 | 1;
  readonly at: Position;
}
