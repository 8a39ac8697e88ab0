import type { StoredRecord } from '../../store/store.ts';
import type { Pipeline } from './pipeline-records.ts';

/** A pipeline in the response to the request that started it. */
export const renderPipelineSummary = ({ id, body }: StoredRecord<Pipeline>) => ({
  id,
  state: body.state,
  number: body.number,
  created_at: body.createdAt,
});
