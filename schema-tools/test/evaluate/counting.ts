/** An instance of which it is counted how often an object in it is looked at: work without a clock. */
export const counting = (instance: unknown): { readonly instance: unknown; looks(): number } => {
  let count = 0;
  const made = new Map<object, object>();
  const wrapped = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const known =
      made.get(value) ??
      new Proxy(value, {
        get: (target, name) => {
          count += 1;
          return wrapped(Reflect.get(target, name));
        },
        getOwnPropertyDescriptor: (target, name) => {
          count += 1;
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
        ownKeys: (target) => {
          count += 1;
          return Reflect.ownKeys(target);
        },
      });
    made.set(value, known);
    return known;
  };
  return { instance: wrapped(instance), looks: () => count };
};
