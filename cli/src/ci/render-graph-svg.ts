import type { GraphJob, WorkflowGraph } from '@slipway/service/ci/configuration';

/** Sizes in pixels. */
const size = { height: 32, gap: 16, column: 48, margin: 16, title: 28, character: 8 };

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (character) => {
    const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    return entities[character] ?? '\ufffd';
  });

interface Box extends GraphJob {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const placeJobs = ({ jobs }: WorkflowGraph, top: number): readonly Box[] => {
  const width = jobs.reduce((most, { name }) => Math.max(most, name.length), 4) * size.character + 24;
  const filled: number[] = [];
  return jobs.map((job) => {
    const row = filled[job.level] ?? 0;
    filled[job.level] = row + 1;
    return { ...job, width, x: size.margin + job.level * (width + size.column), y: top + row * (size.height + size.gap) };
  });
};

const renderBox = ({ name, isApproval, x, y, width }: Box): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${size.height}" rx="4" fill="${isApproval ? '#fff4d6' : '#eef3fb'}"` +
  ` stroke="#56677d"/>` +
  `<text x="${x + width / 2}" y="${y + 21}" text-anchor="middle">${escapeXml(name)}</text>`;

const renderEdges = (box: Box, boxes: ReadonlyMap<string, Box>): readonly string[] =>
  box.requires.flatMap(({ job, statuses }) => {
    const from = boxes.get(job);
    if (!from) return [];
    const [x1, y1, x2, y2] = [from.x + from.width, from.y + size.height / 2, box.x, box.y + size.height / 2];
    const label = statuses.length > 0 ? `<title>${escapeXml(statuses.join(', '))}</title>` : '';
    const dashes = label ? ' stroke-dasharray="4 3"' : '';
    const bend = (x1 + x2) / 2;
    return [`<path d="M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}" fill="none" stroke="#56677d"${dashes}>${label}</path>`];
  });

/**
 * Renders workflows as an SVG document: one below the other, jobs from left to right. A dashed line requires a status other than success.
 */
export const renderGraphSvg = (graphs: readonly WorkflowGraph[]): string => {
  let [top, wide] = [size.margin, 0];
  const parts: string[] = [];
  for (const graph of graphs) {
    const boxes = placeJobs(graph, top + size.title);
    const byName = new Map(boxes.map((box) => [box.name, box]));
    parts.push(`<text x="${size.margin}" y="${top + 16}" font-weight="bold">${escapeXml(graph.workflow)}</text>`);
    parts.push(...boxes.flatMap((box) => renderEdges(box, byName)), ...boxes.map(renderBox));
    for (const { x, y, width } of boxes) [top, wide] = [Math.max(top, y + size.height + size.gap), Math.max(wide, x + width)];
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide + size.margin}" height="${top}" font-family="sans-serif" font-size="13">`,
    ...parts,
    '</svg>',
  ].join('\n');
};
