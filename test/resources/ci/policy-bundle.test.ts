import { ciPolicyBundle } from '../../../declarations/src/resources/ci/policy-bundle.ts';
import { testResource } from '../support/resource-case.ts';

const owner = '00000000-0000-4000-8000-0000000000ac';
const path = `/owner/${owner}/context/config/policy-bundle`;
const images = 'package org\npolicy_name["images"]',
  names = 'package org\npolicy_name["names"]';
const document = (name: string, content: string) => ({ name, content, created_at: '2026-01-01T00:00:00.000Z', created_by: 'ada' });
const state = {
  organization_id: owner,
  context: 'config',
  policies: { 'images.rego': images },
  created: ['images'],
  modified: [],
  deleted: [],
};

testResource(
  ciPolicyBundle,
  {
    create: {
      create: { organization_id: owner, policies: { 'images.rego': images } },
      state,
      exchanges: [{ request: `POST ${path}`, body: { policies: { 'images.rego': images } }, status: 201, answer: { created: ['images'] } }],
    },
    update: {
      update: { from: state, to: { organization_id: owner, policies: { 'names.rego': names } } },
      exchanges: [
        {
          request: `POST ${path}`,
          body: { policies: { 'names.rego': names } },
          status: 201,
          answer: { created: ['names'], deleted: ['images'] },
        },
      ],
      state: { ...state, policies: { 'names.rego': names }, created: ['names'], deleted: ['images'] },
    },
    read: { read: state, exchanges: [{ request: `GET ${path}`, status: 200, answer: { images: [document('images', images)] } }], state },
    delete: {
      delete: state,
      exchanges: [{ request: `POST ${path}`, body: { policies: {} }, status: 201, answer: { deleted: ['images'] } }],
    },
  },
  {
    "a policy that was changed elsewhere, and one that was added, are shown by the service's names": {
      read: state,
      exchanges: [
        {
          request: `GET ${path}`,
          status: 200,
          answer: { images: [document('images', 'package other')], names: [document('names', names)] },
        },
      ],
      state: { policies: { images: 'package other', names } },
    },
    'a bundle that was emptied elsewhere is gone': {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: {} }],
      state: null,
    },
    'one that is meant to be empty is there': {
      read: { ...state, policies: {} },
      exchanges: [{ request: `GET ${path}`, status: 200, answer: {} }],
      state: { policies: {} },
    },
    "after an import the policies are there by the service's names": {
      read: { organization_id: owner, context: 'config' },
      imported: true,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: { images: [document('images', images)] } }],
      state: { policies: { images } },
    },
    "a policy that does not compile is refused in the service's words": {
      create: { organization_id: owner, policies: { 'images.rego': 'package' } },
      exchanges: [
        {
          request: `POST ${path}`,
          body: { policies: { 'images.rego': 'package' } },
          status: 400,
          answer: { error: 'images.rego:1: expected a name' },
        },
      ],
      error: 'images.rego:1: expected a name',
    },
    'it is imported by owner and context': { find: `${owner}/config`, exchanges: [], state: { organization_id: owner, context: 'config' } },
  },
);
