/** Whether a value has more characters and values than `most`, roughly as its JSON. Looks no further than that. */
export const isLargerThan = (value: unknown, most: number): boolean => {
  const waiting: unknown[] = [value];
  for (let size = 0; waiting.length > 0;) {
    const one = waiting.pop();
    size += typeof one === 'string' ? one.length + 1 : 1;
    if (Array.isArray(one)) {
      size += one.length;
      if (size <= most) waiting.push(...(one as readonly unknown[]));
    } else if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) {
        size += name.length;
        waiting.push(member);
      }
    if (size > most) return true;
  }
  return false;
};
