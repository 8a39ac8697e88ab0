import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';

/** Kinds of Mixer are served as a Struct, and validated as these. */
export const adapterModelPackage: PackageDeclaration = declarePackage('istio.mixer.adapter.model.v1beta1', {
  messages: {
    Info: {
      name: [1, 'string'],
      description: [2, 'string'],
      templates: [3, 'repeated string'],
      config: [4, 'string'],
      session_based: [5, 'bool'],
    },
    Template: { descriptor: [1, 'string'] },
  },
});
