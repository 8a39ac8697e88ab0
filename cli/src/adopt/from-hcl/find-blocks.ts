import { type HclBlock, type HclFile, type HclNode, findAttribute, textOf } from '../../hcl/parse.ts';
import { dataSources, resources } from '@slipway/declarations/resources';
import { type Counterpart, counterparts, type PublicProvider, publicProviders, similarDataSources } from './counterparts.ts';

/** A block that is not converted, and the reason. */
export interface Remark {
  readonly file: string;
  /** A position in the file. */
  readonly at: number;
  /** The address of a block, or the text at its place: `tfe_workspace.web.ssh_key_id`. */
  readonly subject: string;
  readonly reason: string;
}

/** A `resource` or `data` block of a public provider. */
export interface PublicBlock {
  readonly file: HclFile;
  readonly block: HclBlock;
  readonly mode: 'resource' | 'data';
  readonly type: string;
  readonly name: string;
  readonly provider: PublicProvider;
  /** Its type in Slipway; otherwise the reason why it stays. */
  readonly counterpart: Counterpart | string;
}
export interface ConvertedBlock extends PublicBlock {
  readonly counterpart: Counterpart;
}
export const isConverted = (one: PublicBlock): one is ConvertedBlock => typeof one.counterpart !== 'string';

/** `tfe_workspace.web`, `data.tfe_project.shop`: what an expression calls it. */
export const addressOf = ({ mode, type, name }: Pick<PublicBlock, 'mode' | 'type' | 'name'>): string =>
  `${mode === 'data' ? 'data.' : ''}${type}.${name}`;

export const remarkAt = ({ path }: HclFile, at: number, subject: string, reason: string): Remark => ({ file: path, at, subject, reason });

const blocksOf = (nodes: readonly HclNode[]): readonly HclBlock[] => nodes.filter((node): node is HclBlock => node.kind === 'block');

export const findTopBlocks = (files: readonly HclFile[], type: string): readonly { file: HclFile; block: HclBlock }[] =>
  files.flatMap((file) =>
    blocksOf(file.body)
      .filter((block) => textOf(file, block.type) === type)
      .map((block) => ({ file, block })),
  );

/** The value of an attribute that is a string without templates. */
export const literalOf = (file: HclFile, body: readonly HclNode[], name: string): string | undefined => {
  const attribute = findAttribute(file, body, name);
  if (!attribute) return undefined;
  const [open, text, close] = file.tokens.slice(attribute.from, attribute.to);
  return open?.kind === 'quote' && text?.kind === 'text' && close?.kind === 'quote' ? textOf(file, text) : undefined;
};

/** The source address in an entry of `required_providers`. */
export const sourceOf = (entry: string): string => /\bsource"?\s*[=:]\s*"([^"]*)"/.exec(entry)?.[1] ?? '';

/** Source addresses by local name, from `required_providers`. */
export const findSources = (files: readonly HclFile[]): ReadonlyMap<string, string> => {
  const sources = new Map<string, string>();
  for (const { file, block } of findTopBlocks(files, 'terraform'))
    for (const required of blocksOf(block.body).filter(({ type }) => textOf(file, type) === 'required_providers'))
      for (const node of required.body) {
        if (node.kind !== 'attribute') continue;
        const text = file.text.slice(file.tokens[node.from]!.start, file.tokens[node.to - 1]!.end);
        sources.set(textOf(file, node.name), sourceOf(text));
      }
  return sources;
};

/** The local name of the provider of a block: its `provider`, or what its type begins with. */
export const localNameOf = (file: HclFile, block: HclBlock): string => {
  const attribute = findAttribute(file, block.body, 'provider');
  const first = attribute && file.tokens[attribute.from]!;
  return first?.kind === 'identifier' ? textOf(file, first) : block.labels[0]!.text.split('_')[0]!;
};

const hasMember = (file: HclFile, { body }: HclBlock, name: string): boolean =>
  body.some((node) =>
    node.kind === 'attribute'
      ? textOf(file, node.name) === name
      : textOf(file, node.type) === name || (textOf(file, node.type) === 'dynamic' && node.labels[0]?.text === name),
  );

const declared = { resource: Object.values(resources), data: Object.values(dataSources) };

/** The name in Slipway of a type without a known rewriting: the same name, or that of a similar data source. */
const findSimilar = (type: string, mode: 'resource' | 'data'): string | undefined => {
  const name = type.replace(/^tfe_/, '').replace(/^circleci_/, 'ci_');
  const similar = mode === 'data' ? (similarDataSources[type] ?? name) : name;
  return declared[mode].some((one) => one.name === similar) ? similar : undefined;
};

const chooseCounterpart = (file: HclFile, block: HclBlock, mode: 'resource' | 'data'): Counterpart | string => {
  const [type] = block.labels.map(({ text }) => text);
  const all = counterparts[mode][type!];
  const similar = findSimilar(type!, mode);
  if (!all && similar !== undefined) return `write ${mode} "slipway_${similar}" by hand: what it takes and returns differs`;
  if (!all) return `Slipway has no counterpart of ${mode === 'data' ? 'the data source ' : ''}${type}`;
  const forbidden = all.flatMap(({ unless = {} }) => Object.entries(unless)).find(([name]) => hasMember(file, block, name));
  if (forbidden) return forbidden[1];
  const fitting = all.filter(({ when }) => when === undefined || hasMember(file, block, when));
  if (fitting.length !== 1) return `its counterpart is decided by ${all.map(({ when }) => when).join(' or ')}: name exactly one`;
  return fitting[0]!;
};

const findModeBlocks = (files: readonly HclFile[], mode: 'resource' | 'data') =>
  files.flatMap((file) =>
    blocksOf(file.body)
      // A `check` contains its own data source.
      .flatMap((block) => (textOf(file, block.type) === 'check' ? blocksOf(block.body) : [block]))
      .filter((block) => textOf(file, block.type) === mode && block.labels.length === 2)
      .map((block) => ({ file, block, mode })),
  );

/** The blocks of the public providers, those that stay included. */
export const findPublicBlocks = (files: readonly HclFile[]): readonly PublicBlock[] => {
  const sources = findSources(files);
  const taken = new Set(findModeBlocks(files, 'resource').map(({ block: { labels } }) => `${labels[0]!.text}.${labels[1]!.text}`));
  return [...findModeBlocks(files, 'resource'), ...findModeBlocks(files, 'data')].flatMap(({ file, block, mode }) => {
    const [type, name] = block.labels.map(({ text }) => text) as [string, string];
    const provider = publicProviders.find(({ prefix }) => type.startsWith(`${prefix}_`));
    if (!provider) return [];
    const source = sources.get(localNameOf(file, block));
    const found = { file, block, mode, type, name, provider };
    if (source !== undefined && source !== '' && !provider.source.test(source))
      return [{ ...found, counterpart: `it is of the provider ${source}` }];
    const counterpart = chooseCounterpart(file, block, mode);
    if (typeof counterpart !== 'string' && mode === 'resource' && taken.has(`slipway_${counterpart.to}.${name}`))
      return [{ ...found, counterpart: `slipway_${counterpart.to}.${name} is already there` }];
    return [{ ...found, counterpart }];
  });
};
