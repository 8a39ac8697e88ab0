import { connect } from 'node:http2';
import type { Certificate } from '../mcp/certificates.ts';
import { createReview } from '../validation/start-webhook.ts';

/** Four reviews at a time over one connection. */
export const startReviews = (port: number, root: Certificate) => {
  const session = connect(`https://localhost:${port}`, { ca: root.certificate });
  const answers = new Map<string, number>();
  const failed: string[] = [];
  let loading = true;
  session.once('close', () => {
    if (loading) failed.push('the connection was closed');
  });
  const review = (): Promise<void> =>
    new Promise((done) => {
      const stream = session.request({ ':method': 'POST', ':path': '/validate', 'content-type': 'application/json' });
      let text = '';
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      stream.once('error', (error: Error) => {
        failed.push(error.message);
      });
      stream.once('close', () => {
        const { message } = JSON.parse(text).response.status as { message: string };
        answers.set(message, (answers.get(message) ?? 0) + 1);
        done();
      });
      stream.end(
        JSON.stringify(createReview({ apiVersion: 'mesh.example.com/v1', kind: 'Route', metadata: { name: 'x' }, spec: { size: 1 } })),
      );
    });
  const reviewing = Array.from({ length: 4 }, async () => {
    while (loading) await review();
  });
  return {
    /** How often each message came. */
    answers,
    failed,
    stop: async (): Promise<void> => {
      loading = false;
      await Promise.all(reviewing);
      session.close();
    },
  };
};
