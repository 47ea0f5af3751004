/** What people have filled in: drawn for each name, and the same on all sites. */
import { fraction, randomStream } from '../deterministic.js';
import { LANGUAGES } from './prose.js';
import type { Profile } from './profile-templates.js';
import { pick } from './word-lists.js';

export const PROFILE_SHAPES = ['empty', 'full', 'usual', 'usual', 'private', 'long', 'foreign', 'faceless'] as const;
export type ProfileShape = (typeof PROFILE_SHAPES)[number];

export function shapeOf(name: string): ProfileShape {
  return PROFILE_SHAPES[Math.floor(fraction(`shape|${name.toLowerCase()}`) * PROFILE_SHAPES.length)] as ProfileShape;
}

/** The profile of a name, and the language of its text. */
export function profileOf(name: string): { readonly profile: Profile; readonly language: string } {
  const shape = shapeOf(name);
  const random = randomStream(`profile|${name.toLowerCase()}`);
  const usual: Profile = {
    name,
    hasAvatar: random() < 0.8,
    hasBio: random() < 0.6,
    posts: Math.floor(random() * 8),
    links: Math.floor(random() * 3),
    isPrivate: false,
  };
  switch (shape) {
    case 'empty':
      return { profile: { ...usual, hasAvatar: false, hasBio: false, posts: 0, links: 0 }, language: 'en' };
    case 'full':
      return { profile: { ...usual, hasAvatar: true, hasBio: true, posts: 12, links: 4 }, language: 'en' };
    case 'private':
      return { profile: { ...usual, isPrivate: true }, language: 'en' };
    case 'long':
      return { profile: { ...usual, hasBio: true, posts: 80, links: 8 }, language: 'en' };
    case 'foreign':
      return { profile: { ...usual, hasBio: true, posts: 3 + usual.posts }, language: pick(random, LANGUAGES) };
    case 'faceless':
      return { profile: { ...usual, hasAvatar: false, hasBio: false }, language: 'en' };
    case 'usual':
      return { profile: usual, language: 'en' };
  }
}
