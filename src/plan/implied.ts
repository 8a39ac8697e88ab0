import { type Attribute, type Attributes, isAbsent, isUnknown, unknown, type Values } from '@slipway/declarations/declare';

/** The one value that gives each permission its own. */
const open = 'custom';

/** The attribute that decides this one, or its members; undefined where none does. */
const decidingAttribute = ({ impliedBy, kind }: Attribute): string | undefined =>
  impliedBy?.attribute ?? Object.values(kind.members ?? {}).find((member) => member.impliedBy)?.impliedBy?.attribute;

/** Whether another attribute decides the value, so that the service takes none. */
export const isDecidedElsewhere = (attribute: Attribute, values: Values): boolean => {
  const name = decidingAttribute(attribute);
  return name !== undefined && values[name] !== open;
};

const planOne = (attribute: Attribute, config: unknown, planned: unknown, level: unknown, isKept: boolean): unknown => {
  const { impliedBy, kind } = attribute;
  if (impliedBy) {
    if (!isAbsent(config)) return planned;
    if (level === open) return impliedBy.values[open];
    return isKept && !isUnknown(level) ? planned : unknown;
  }
  if (isUnknown(config) || (isAbsent(config) && level !== open)) return isKept || isUnknown(config) ? planned : unknown;
  return Object.fromEntries(
    Object.entries(kind.members!).map(([name, member]) => [
      name,
      planOne(member, (config as Values | null)?.[name], (planned as Values | null)?.[name] ?? null, level, isKept),
    ]),
  );
};

/** Plans the attributes that another one implies: an unset one is what `custom` says; of a fixed level the service decides. */
export const planImplied = (attributes: Attributes, prior: Values | null, config: Values, planned: Record<string, unknown>): void => {
  for (const [name, attribute] of Object.entries(attributes)) {
    const deciding = decidingAttribute(attribute);
    if (deciding === undefined) continue;
    const isKept = prior !== null && prior[deciding] === planned[deciding];
    planned[name] = planOne(attribute, config[name], planned[name], planned[deciding], isKept);
  }
};
