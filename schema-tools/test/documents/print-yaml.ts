import { pickOne, type RandomPick } from './random.ts';

/** A node that is written as an alias; a mapping into which the named anchors are merged. */
export class AliasNode {
  readonly anchor: string;
  constructor(anchor: string) {
    this.anchor = anchor;
  }
}
export class MergedMapping {
  readonly anchors: readonly string[];
  readonly own: object;
  constructor(anchors: readonly string[], own: object) {
    this.anchors = anchors;
    this.own = own;
  }
}
export class AnchoredValue {
  readonly anchor: string;
  readonly value: unknown;
  constructor(anchor: string, value: unknown) {
    this.anchor = anchor;
    this.value = value;
  }
}

/** A value as one YAML document in a random style. */
export function printYaml(value: unknown, pick: RandomPick): string {
  const end = pickOne(pick, ['\n', '\r\n']);
  const remark = () => pickOne(pick, ['', '', '', ' # c', ' # "x: [', '\t#']);
  const idle = () => pickOne(pick, ['', '', '', '', end, `# a: 1${end}`, `   # {${end}`]);

  const string = (text: string, flow: boolean): string => {
    const plain = /^[a-zä]+( [a-z#:]*[a-z])*$/.test(text) && !/^(null|true|false)$/.test(text) && !/: | #/.test(text);
    if (plain && pick(3) > 0 && !(flow && /[:#]/.test(text))) return text;
    if (/^[ -~ä😀]*$/u.test(text) && pick(2) === 0) return `'${text.replaceAll("'", "''")}'`;
    return JSON.stringify(text).replace(
      /[\u007f-\u009f\u2028\u2029\ufeff]/g,
      (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  };
  const scalar = (of: unknown, flow: boolean): string =>
    typeof of === 'string' ? string(of, flow) : of === null ? pickOne(pick, ['null', '~']) : JSON.stringify(of);
  const flow = (of: unknown): string => {
    const gap = () => pickOne(pick, ['', ' ']);
    if (of instanceof AliasNode) return `*${of.anchor} `;
    if (of instanceof AnchoredValue) return `&${of.anchor} ${flow(of.value)}`;
    if (of instanceof MergedMapping) return `{${[...merges(of), ...members(of.own)].join(', ')}}`;
    if (Array.isArray(of)) return `[${gap()}${of.map(flow).join(`${gap()}, ${gap()}`)}${gap()}]`;
    return typeof of === 'object' && of !== null ? `{${gap()}${members(of).join(`${gap()}, `)}${gap()}}` : scalar(of, true);
  };
  const members = (of: object) => Object.entries(of).map(([name, item]) => `${string(name, true)}: ${flow(item)}`);
  const merges = ({ anchors }: MergedMapping) =>
    anchors.length === 0
      ? []
      : [`<<: ${anchors.length === 1 ? `*${anchors[0]} ` : `[${anchors.map((anchor) => `*${anchor} `).join(', ')}]`}`];

  /** What follows `key:` or `-`. */
  const after = (of: unknown, indent: number): string => {
    if (of instanceof AnchoredValue) return ` &${of.anchor}${after(of.value, indent)}`;
    const size =
      of instanceof MergedMapping
        ? of.anchors.length + Object.keys(of.own).length
        : typeof of === 'object' && of !== null && !(of instanceof AliasNode)
          ? Object.keys(of).length
          : 0;
    return size === 0 || pick(3) === 0 ? ` ${flow(of)}${remark()}${end}` : `${remark()}${end}${block(of, indent + 1 + pick(3))}`;
  };
  const block = (of: unknown, indent: number): string => {
    const pad = ' '.repeat(indent);
    if (Array.isArray(of)) return of.map((item) => `${idle()}${pad}-${after(item, indent)}`).join('');
    const own = of instanceof MergedMapping ? of.own : (of as object);
    return (
      (of instanceof MergedMapping ? merges(of) : []).map((line) => `${pad}${line}${end}`).join('') +
      Object.entries(own)
        .map(([name, item]) => `${idle()}${pad}${string(name, false)}:${after(item, indent)}`)
        .join('')
    );
  };
  const top =
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && pick(4) > 0 ? block(value, 0) : `${flow(value)}${end}`;
  return `${pickOne(pick, ['', '', '\ufeff', `# c${end}`, `---${end}`])}${top}`;
}
