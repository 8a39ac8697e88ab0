import type { StoredRecord } from '../../store/store.ts';
import type { Pipeline } from './pipeline-records.ts';

/** A pipeline as the answer to what started it tells it. */
export const renderPipelineSummary = ({ id, body }: StoredRecord<Pipeline>) => ({
  id,
  state: body.state,
  number: body.number,
  created_at: body.createdAt,
});
