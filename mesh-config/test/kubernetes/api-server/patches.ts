const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7396. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
};

/** A merge in which lists of things that have names are merged by their names. */
export const strategicPatch = (target: unknown, patch: unknown): unknown => {
  if (Array.isArray(patch) && Array.isArray(target) && patch.every((one) => isObject(one) && typeof one['name'] === 'string')) {
    const named = patch as { name: string }[];
    const kept = (target as { name: string }[]).map((one) => {
      const change = named.find(({ name }) => name === one.name);
      return change ? strategicPatch(one, change) : one;
    });
    return [...kept, ...named.filter(({ name }) => !(target as { name: string }[]).some((one) => one.name === name))];
  }
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = strategicPatch(merged[key], value);
  }
  return merged;
};
