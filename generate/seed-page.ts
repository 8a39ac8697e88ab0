import { type Attribute, type Attributes, withFormerNames } from '../src/declare/index.ts';
import { seedShape } from '../src/service/seed/shape.ts';

const tableCell = (text: string): string => text.replaceAll('|', '\\|');
const describeType = ({ kind }: Attribute): string =>
  kind.members ? 'an object' : kind.item?.members ? `a ${kind.collection} of objects` : kind.description;

/** A row for each member, those of an object after it. */
const memberRows = (attributes: Attributes, above: string): readonly string[] =>
  Object.entries(withFormerNames(attributes)).flatMap(([name, attribute]) => {
    const members = attribute.kind.members ?? attribute.kind.item?.members;
    const path = `${above}${name}${attribute.kind.item?.members ? '[]' : ''}`;
    const required = attribute.mode === 'required' ? '**required**, ' : '';
    return [
      `| \`${path}\` | ${tableCell(`${required}${describeType(attribute)}`)} | ` +
        `${tableCell(`${attribute.deprecated === undefined ? '' : `**Deprecated.** ${attribute.deprecated} `}${attribute.doc}`)} |`,
      ...(members && !attribute.formerNameOf ? memberRows(members, `${path}.`) : []),
    ];
  });

/** docs/seed.md: every member of a seed file. */
export const seedPage = (): string => `# Seed file

What \`slipway serve --seed FILE\` plants, and \`POST /_local/seed\` takes: YAML, of which JSON is a part. How it behaves stands in
[the embedded service](service.md#seed-file); [examples/platform/seed.yaml](../examples/platform/seed.yaml) is one. Things refer
to each other by name. Where nothing is said of silence, the thing is left out.

| member | | what it is |
|---|---|---|
${memberRows(seedShape, '').join('\n')}
`;
