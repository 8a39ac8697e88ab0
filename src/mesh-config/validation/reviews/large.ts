/** Whether there are more than so many values in a value, itself and all within. */
export const hasMoreThan = (value: unknown, most: number): boolean => {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    count += 1;
    if (count + open.length > most) return true;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return false;
};
