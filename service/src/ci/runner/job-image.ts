import type { JobConfig } from '../configuration/configuration.ts';
import { findImageProblem } from '../../runner/isolation/docker/container-client.ts';
import type { Isolation } from '../../runner/isolation/isolation.ts';

/** The image of a job cannot be used here. The message says why. */
export class ImageUnavailable extends Error {}

/**
 * What the steps of a job are put into: where that is containers, those of the first image that the job names. Throws ImageUnavailable
 * where the machine does not have it: nothing is pulled.
 */
export const useJobImage = async (isolation: Isolation | undefined, { docker }: JobConfig): Promise<Isolation | undefined> => {
  const image = docker?.[0]?.image;
  if (!isolation?.container || image === undefined) return isolation;
  const problem = await findImageProblem(isolation.program, String(image));
  if (problem !== undefined) throw new ImageUnavailable(problem);
  return { ...isolation, container: { ...isolation.container, image } };
};

/** What the output of a job says of images that it names beside the first; empty where there are none. */
export const describeFurtherImages = (isolation: Isolation | undefined, { docker = [] }: JobConfig): string =>
  isolation?.container && docker.length > 1
    ? ` Images beside the first are not started: ${docker
        .slice(1)
        .map(({ image }) => image)
        .join(', ')}.`
    : '';
