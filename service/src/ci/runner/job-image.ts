import type { JobConfig } from '../configuration/configuration.ts';
import { findImageProblem } from '../../runner/isolation/docker/container-client.ts';
import type { Isolation } from '../../runner/isolation/isolation.ts';

/** The image of a job cannot be used on this machine. The message gives the reason. */
export class ImageUnavailable extends Error {}

/**
 * The container image that steps of a job run in: the first image of the job if the isolation uses containers. Throws ImageUnavailable if
 * the machine does not have it: images are not pulled.
 */
export const useJobImage = async (isolation: Isolation | undefined, { docker }: JobConfig): Promise<Isolation | undefined> => {
  const image = docker?.[0]?.image;
  if (!isolation?.container || image === undefined) return isolation;
  const problem = await findImageProblem(isolation.program, String(image));
  if (problem !== undefined) throw new ImageUnavailable(problem);
  return { ...isolation, container: { ...isolation.container, image } };
};

/** The note in a job's output about images other than the first; empty if there are none. */
export const describeFurtherImages = (isolation: Isolation | undefined, { docker = [] }: JobConfig): string =>
  isolation?.container && docker.length > 1
    ? ` Images beside the first are not started: ${docker
        .slice(1)
        .map(({ image }) => image)
        .join(', ')}.`
    : '';
