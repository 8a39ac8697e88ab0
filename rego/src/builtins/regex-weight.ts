/**
 * The size of a pattern when its repetitions are unrolled; nested counts multiply. `a{1000}` weighs a thousand,
 * `((a{100}){100}){100}` a million.
 */
export function regexWeight(pattern: string): number {
  const open: number[] = [];
  let [total, last] = [0, 0];
  for (const [piece] of pattern.matchAll(/\\[\s\S]|\[(?:\^?\])?(?:\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/g)) {
    if (piece === '(') {
      open.push(total);
      total = 0;
      last = 0;
      continue;
    }
    if (piece === ')') {
      last = total;
      total = (open.pop() ?? 0) + last;
      continue;
    }
    const count = /^\{(\d+)(?:,(\d*))?\}$/.exec(piece);
    if (count) {
      const grown = last * Math.max(Number(count[1]), Number(count[2] || 0), 1);
      total += grown - last;
      last = grown;
    } else {
      last = 1;
      total += 1;
    }
  }
  return total + open.reduce((sum, each) => sum + each, 0);
}
