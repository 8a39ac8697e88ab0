import { type Attribute, type AttributeKind, int, optional, serviceDefault } from '../../declare/index.ts';

type SecretAttributes<N extends string> = { readonly [Name in N | `${N}_wo` | `${N}_wo_version`]: Attribute<any, 'optional'> };

/**
 * A value that no response contains: in the state under its name, or write-only under `…_wo`. `doc` is one sentence. `isNeeded`: the object
 * does not exist without one, so it keeps the one that it has.
 */
export const secretAttributes = <const N extends string>(
  name: N,
  kind: AttributeKind<string>,
  doc: string,
  isNeeded = false,
): SecretAttributes<N> =>
  ({
    [name]: optional(kind, `${doc} Kept in the state: use \`${name}_wo\` instead.`, {
      default: serviceDefault,
      ...(isNeeded ? { leftAlone: true } : {}),
      sensitive: true,
      secret: {},
    }),
    [`${name}_wo`]: optional(
      kind,
      `${doc} Stored neither in the plan nor in the state; a change is noticed by a fingerprint of 20 bits in private state.`,
      { at: name.replaceAll('_', '-'), sensitive: true, writeOnly: { revision: `${name}_wo_version`, insteadOf: name } },
    ),
    [`${name}_wo_version`]: optional(
      int,
      `Moves up by one whenever \`${name}_wo\` differs from what was last sent; set it to decide yourself when the value is sent.`,
      { local: true },
    ),
  }) as SecretAttributes<N>;
