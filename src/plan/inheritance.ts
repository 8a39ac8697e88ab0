import { type Attributes, isAbsent, isUnknown, unknown, type Values } from '@slipway/declarations/declare';

/**
 * Plans what a configured setting does to a flag that says "inherited": the setting becomes the object's own, also where the configured
 * value is the inherited one.
 */
export const planInheritance = (attributes: Attributes, prior: Values, config: Values, planned: Record<string, unknown>): void => {
  for (const [name, { kind }] of Object.entries(attributes))
    for (const [member, { inheritanceOf }] of Object.entries(kind.members ?? {})) {
      const [before, configured] = [prior[name] as Values | null, config[name] as Values | null];
      const isOwn = inheritanceOf?.some((other) => !isAbsent(config[other]));
      if (!isOwn || before?.[member] !== true || isUnknown(configured) || !isAbsent(configured?.[member])) continue;
      planned[name] = isAbsent(configured) || isUnknown(planned[name]) ? unknown : { ...(planned[name] as Values), [member]: unknown };
    }
};
